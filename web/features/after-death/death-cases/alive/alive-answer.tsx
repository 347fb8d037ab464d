import { Link } from '../../../../ui/link.tsx';
import { LinkPage } from '../../../../ui/link-page.tsx';
import { SupportLink } from '../../../../ui/support-link.tsx';
import { howWeKnow, Lead, type Settled, TooLate } from './too-late.tsx';

interface SettledProps {
  standing: Settled;
  hasPressed: boolean;
}

/** What we know, and what follows from it. Says so if pressing the button has changed nothing. */
export function SettledAnswer({ standing, hasPressed }: SettledProps) {
  const { firstName, changed, state } = standing;
  const isNew = hasPressed && changed;
  return (
    <LinkPage
      takesFocus={hasPressed}
      title={isNew ? newTitles[state](firstName) : knownTitles[state](firstName)}
    >
      {hasPressed && !changed && <p>Your answer changed nothing: we already knew.</p>}
      <Words standing={standing} isNew={isNew} />
      {state === 'too_late' ? (
        <p className="text-ink-soft">
          Please write to <SupportLink /> too, so that we can talk with you. We are sorry.
        </p>
      ) : (
        <p className="text-ink-soft">
          If you think that somebody meant harm with it, please write to <SupportLink />.
        </p>
      )}
    </LinkPage>
  );
}

type Title = (firstName: string) => string;
type Titles = Record<Settled['state'], Title>;

const thanks: Title = (firstName) => `Thank you, ${firstName}`;

const newTitles: Titles = {
  closed: thanks,
  stopped: thanks,
  too_late: (firstName) => `Thank you, ${firstName}. Our staff know now.`,
  rejected: thanks,
  revoked: thanks,
};

const knownTitles: Titles = {
  closed: (firstName) => `We know that you are alive, ${firstName}`,
  stopped: (firstName) => `We know that you are alive, ${firstName}`,
  too_late: (firstName) => `Our staff know that you are alive, ${firstName}`,
  rejected: () => 'This report is closed',
  revoked: (firstName) => `Your account is open again, ${firstName}`,
};

function Words({ standing, isNew }: { standing: Settled; isNew: boolean }) {
  switch (standing.state) {
    case 'closed':
      return (
        <Lead>
          {isNew ? 'It is good to hear from you. ' : howWeKnow(standing)}
          The report is closed. Nothing that you keep with us was given to anybody because of it, and there is
          nothing more to do.
        </Lead>
      );
    case 'stopped':
      return (
        <>
          <Lead>
            {isNew ? 'It is good to hear from you. ' : howWeKnow(standing)}
            It has stopped, and nothing that you keep with us was given to anybody.
          </Lead>
          <p>
            One of us now looks into the report. Should anybody here still have a doubt, we ask you again,
            every day, before anything is given away. There is nothing more to do.
          </p>
        </>
      );
    case 'too_late':
      return <TooLate standing={standing} isNew={isNew} />;
    case 'rejected':
      return (
        <Lead>
          We have looked into it and closed it. Nothing that you keep with us was given to anybody because of
          it, and there is nothing more to do.
        </Lead>
      );
    case 'revoked':
      return (
        <>
          <Lead>
            We were told that you had died, and believed it. That was our mistake, and we are sorry. It is put
            right: your account is open again, and what had not gone out has stopped.
          </Lead>
          <p>
            <Link href="/what-went-out">Sign in to see what had gone out, and to whom</Link>. We have written
            to everybody who knew of it through us.
          </p>
        </>
      );
  }
}

/** There is nothing to stop; only shown if a code was entered. */
export function NothingReported({ firstName }: { firstName: string }) {
  return (
    <LinkPage takesFocus title={`All is well, ${firstName}`}>
      <Lead>
        No report of your death is open, so there is nothing to stop. Your code has not been used up: keep
        your sheet.
      </Lead>
      <p className="text-ink-soft">
        If you have heard otherwise, please write to <SupportLink />.
      </p>
    </LinkPage>
  );
}
