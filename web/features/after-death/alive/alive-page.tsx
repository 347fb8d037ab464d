import type { AliveAnswer } from '../../../../shared/after-death/death-reports.ts';
import { formatDate } from '../../../../shared/dates.ts';
import { deviceTimeZone } from '../../../lib/device-time-zone.ts';
import { Button } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { Skeleton, SkeletonArea } from '../../../ui/skeleton.tsx';
import { SupportLink } from '../../../ui/support-link.tsx';
import { Answer } from './alive-answer.tsx';
import { AliveCode } from './alive-code.tsx';
import { Sheet } from './alive-sheet.tsx';
import { useAlive } from './use-alive.ts';

/** Where the owner of an account who was reported dead says that they are alive: by the link in a message, or by a code. */
export function AlivePage({ token }: { token: string | undefined }) {
  return token === undefined ? <AliveCode /> : <LinkedQuestion token={token} />;
}

function LinkedQuestion({ token }: { token: string }) {
  const { state, isPressing, refusal, press, retry } = useAlive(token);
  switch (state.step) {
    case 'loading':
      return <Loading />;
    case 'unknown':
      return <UnknownLink />;
    case 'unreachable':
      return <Unreachable onRetry={retry} />;
    case 'answered':
      return state.answer.state === 'waiting' ? (
        <Question
          answer={state.answer}
          isPressing={isPressing}
          refusal={refusal}
          onPress={() => void press()}
        />
      ) : (
        <Answer {...state.answer} />
      );
  }
}

interface QuestionProps {
  answer: AliveAnswer;
  isPressing: boolean;
  refusal: string | undefined;
  onPress: () => void;
}

function Question({ answer: { firstName, reportedAt }, isPressing, refusal, onPress }: QuestionProps) {
  return (
    <Sheet title={`${firstName}, are you there?`}>
      <p className="text-lead">
        On {formatDate(reportedAt, deviceTimeZone())} somebody told us that you have died. If you are reading
        this, it is a mistake, and we are sorry to disturb you with it.
      </p>
      <p>
        Press the button, and nothing that you keep with us is given to anybody because of this report. You
        need not sign in.
      </p>
      <Button size="large" className="my-3 justify-self-start" isPending={isPressing} onPress={onPress}>
        I am alive
      </Button>
      {refusal && (
        <p role="alert" className="font-medium text-rose">
          {refusal}
        </p>
      )}
      <p className="text-ink-soft">If you are not {firstName}, please leave this page as it is.</p>
    </Sheet>
  );
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
        which does the same, or write to <SupportLink />.
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
