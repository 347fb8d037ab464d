import type { AliveState } from '../../../../../shared/after-death/death-reports.ts';
import { Button } from '../../../../ui/button.tsx';
import { Link } from '../../../../ui/link.tsx';
import { Skeleton, SkeletonArea } from '../../../../ui/skeleton.tsx';
import { SupportLink } from '../../../../ui/support-link.tsx';
import { type Settled, SettledAnswer } from './alive-answer.tsx';
import { AliveCode } from './alive-code.tsx';
import { Question, type Unanswered } from './alive-question.tsx';
import { Sheet } from './alive-sheet.tsx';
import { useAlive } from './use-alive.ts';

/** Where the owner of an account who was reported dead says that they are alive: by the link in a message, or by a code. */
export function AlivePage({ token }: { token: string | undefined }) {
  return token === undefined ? <AliveCode /> : <LinkedQuestion token={token} />;
}

function LinkedQuestion({ token }: { token: string }) {
  const { state, isPressing, hasPressed, refusal, press, retry } = useAlive(token);
  switch (state.step) {
    case 'loading':
      return <Loading />;
    case 'unknown':
      return <UnknownLink />;
    case 'unreachable':
      return <Unreachable onRetry={retry} />;
    case 'answered':
      return isUnanswered(state.answer) ? (
        <Question
          standing={state.answer}
          isPressing={isPressing}
          refusal={refusal}
          onPress={() => void press()}
        />
      ) : (
        <SettledAnswer standing={state.answer} hasPressed={hasPressed} />
      );
  }
}

const unanswered: readonly AliveState[] = ['waiting', 'window', 'looking', 'released'];

function isUnanswered(standing: Unanswered | Settled): standing is Unanswered {
  return unanswered.includes(standing.state);
}

function UnknownLink() {
  return (
    <Sheet title="We do not know this link">
      <p className="text-lead">
        Some programs cut long links in two. Please go back to the message and press its button, or copy the
        whole link, to its very end, into your browser’s address bar.
      </p>
      <p className="text-ink-soft">
        You can also <Link href="/alive">enter the code of your printed sheet</Link>, sign in to your account,
        which does the same, or write to <SupportLink />. If the account was erased since, nothing of it is
        left, and nothing is given to anybody.
      </p>
    </Sheet>
  );
}

function Unreachable({ onRetry }: { onRetry: () => void }) {
  return (
    <Sheet title="This page could not be reached">
      <p className="text-lead">
        Please check your connection and try again. If that does not help, write to <SupportLink />.
      </p>
      <Button size="large" className="mt-3 justify-self-start" onPress={onRetry}>
        Try again
      </Button>
    </Sheet>
  );
}

function Loading() {
  return (
    <SkeletonArea label="Loading" className="mx-auto grid max-w-letter gap-6 px-4.5 pt-30 md:px-6">
      <Skeleton className="h-14 max-w-96" />
      <Skeleton className="h-24" />
      <Skeleton className="h-14 w-40 rounded-full" />
    </SkeletonArea>
  );
}
