import type { AliveState } from '../../../../../shared/after-death/alive.ts';
import { cutLinkText } from '../../../../lib/cut-link.ts';
import { useLinked } from '../../../../lib/use-linked.ts';
import { Link } from '../../../../ui/link.tsx';
import { LinkLoading, LinkPage, LinkUnreachable } from '../../../../ui/link-page.tsx';
import { SupportLink } from '../../../../ui/support-link.tsx';
import { SettledAnswer } from './alive-answer.tsx';
import { AliveCode } from './alive-code.tsx';
import { Question, type Unanswered } from './alive-question.tsx';
import type { Settled } from './too-late.tsx';

/** Where an owner who was reported dead says that they are alive, through the link in a message or with a code. */
export function AlivePage({ token }: { token: string | undefined }) {
  return token === undefined ? <AliveCode /> : <LinkedQuestion token={token} />;
}

function LinkedQuestion({ token }: { token: string }) {
  const { state, isPressing, refusal, press, retry } = useLinked<Unanswered | Settled>(
    `/api/alive/${encodeURIComponent(token)}`,
  );
  switch (state.step) {
    case 'loading':
      return <LinkLoading />;
    case 'unknown':
      return <UnknownLink />;
    case 'unreachable':
      return (
        <LinkUnreachable onRetry={retry}>
          <p className="text-lead">
            Please check your connection and try again. If that does not help, write to <SupportLink />.
          </p>
        </LinkUnreachable>
      );
    case 'known':
      return isUnanswered(state.page) ? (
        <Question standing={state.page} isPressing={isPressing} refusal={refusal} onPress={() => press()} />
      ) : (
        <SettledAnswer standing={state.page} hasPressed={state.wasPressed} />
      );
  }
}

const unanswered: readonly AliveState[] = ['waiting', 'window', 'looking', 'released'];

function isUnanswered(standing: Unanswered | Settled): standing is Unanswered {
  return unanswered.includes(standing.state);
}

function UnknownLink() {
  return (
    <LinkPage title="We do not know this link">
      <p className="text-lead">{cutLinkText}</p>
      <p className="text-ink-soft">
        You can also <Link href="/alive">enter the code of your printed sheet</Link>, sign in to your account,
        which does the same, or write to <SupportLink />. If the account was erased since, nothing of it is
        left, and nothing is given to anybody.
      </p>
    </LinkPage>
  );
}
