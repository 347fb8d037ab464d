import { formatTime } from '../../../../../shared/dates.ts';
import { fullNameOf } from '../../../../../shared/names.ts';
import { reportPathFor } from '../../../../../shared/report-link.ts';
import { deviceTimeZone } from '../../../../lib/device.ts';
import { AnswerCard } from '../../../../ui/answer-card.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Link } from '../../../../ui/link.tsx';
import { LinkPage } from '../../../../ui/link-page.tsx';
import { NotTheirs } from './not-theirs.tsx';
import { type Asked, NotForMe, Refusal } from './parts.tsx';

/** Are they still willing to be a trusted contact? */
export function AskedTrust(asked: Asked) {
  const { page, answer, isPressing } = asked;
  const owner = fullNameOf({ firstName: page.ownerFirstName, lastName: page.ownerLastName });
  if (page.answer === 'not-me') return <NotTheirs {...asked} back="yes" />;
  if (page.answer === 'no') return <Left {...asked} />;
  if (page.answer === 'yes') return <Stays {...asked} owner={owner} />;
  return (
    <LinkPage isWide title={`Would you do this for ${page.ownerFirstName}?`} takesFocus={asked.wasPressed}>
      <p className="text-lead wrap-anywhere text-ink-soft">
        {owner} named you as a trusted contact. If {page.ownerFirstName} dies, you tell us, and help us reach
        the people something was left for. You never see what was left for others.
      </p>
      <div className="mt-6 grid gap-5 md:grid-cols-2">
        <AnswerCard
          title="Yes, I would"
          text={`There is nothing to do now. ${page.ownerFirstName} can see that you said so.`}
        >
          <Button isPending={isPressing} onPress={() => answer('yes')} className="w-full md:w-auto">
            I would do it
          </Button>
        </AnswerCard>
        <AnswerCard
          title="I would rather not"
          text={`That is quite all right. We tell ${page.ownerFirstName}.`}
        >
          <Button
            variant="quiet"
            isDisabled={isPressing}
            onPress={() => answer('no')}
            className="w-full md:w-auto"
          >
            I would rather not
          </Button>
        </AnswerCard>
      </div>
      <Refusal {...asked} />
      <NotForMe {...asked} />
    </LinkPage>
  );
}

function Stays({ owner, ...asked }: Asked & { owner: string }) {
  const { firstName, ownerFirstName } = asked.page;
  return (
    <LinkPage isWide title={`Thank you, ${firstName}.`} takesFocus={asked.wasPressed}>
      <p className="text-lead text-ink-soft">
        There is nothing to do now. If {ownerFirstName} dies,{' '}
        <Link href={reportPathFor(firstName, owner)}>please tell us here</Link>. It is enough to keep our
        message.
      </p>
      <Refusal {...asked} />
      <div className="mt-2 border-t border-line pt-5">
        <Button variant="text" isDisabled={asked.isPressing} onPress={() => asked.answer('no')}>
          I would rather not after all
        </Button>
      </div>
    </LinkPage>
  );
}

function Left(asked: Asked) {
  const { ownerFirstName, undoUntil } = asked.page;
  return (
    <LinkPage isWide title="Thank you for telling us." takesFocus={asked.wasPressed}>
      <p className="text-lead text-ink-soft">
        We no longer count on you, and that is quite all right.{' '}
        {undoUntil
          ? `At ${formatTime(undoUntil, deviceTimeZone())} we write to ${ownerFirstName}. Until then you can take it back.`
          : `${ownerFirstName} knows it. If you think better of it, please tell ${ownerFirstName}.`}
      </p>
      <Refusal {...asked} />
      {undoUntil && (
        <Button
          variant="quiet"
          className="mt-3 justify-self-start"
          isPending={asked.isPressing}
          onPress={() => asked.answer('yes')}
        >
          I would do it after all
        </Button>
      )}
    </LinkPage>
  );
}
