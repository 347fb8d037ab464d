import type { ReactNode } from 'react';
import type { AliveAnswer } from '../../../../shared/after-death/death-reports.ts';
import { formatDate } from '../../../../shared/dates.ts';
import { deviceTimeZone } from '../../../lib/device-time-zone.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton, SkeletonArea } from '../../../ui/skeleton.tsx';
import { SupportLink } from '../../../ui/support-link.tsx';
import { useAlive } from './use-alive.ts';

/** Where the owner of an account who was reported dead says that they are alive. */
export function AlivePage({ token }: { token: string }) {
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
        <Answer answer={state.answer} />
      );
  }
}

function Answer({ answer }: { answer: AliveAnswer }) {
  if (answer.state === 'released') return <TooLate answer={answer} />;
  return (
    <Sheet title={`Thank you, ${answer.firstName}`}>
      <p className="text-lead">
        It is good to hear from you. Nothing that you keep with us is given to anybody because of this report,
        and there is nothing more to do.
      </p>
      <p className="text-ink-soft">
        If you think that somebody meant harm with it, please write to <SupportLink />.
      </p>
    </Sheet>
  );
}

function TooLate({ answer }: { answer: AliveAnswer }) {
  return (
    <Sheet title={`Thank you, ${answer.firstName}. People here know it now.`}>
      <p className="text-lead">
        What you left for after your death had begun to go out before you pressed the button. Our staff have
        been told this moment, and can stop what has not been delivered.
      </p>
      <p className="text-ink-soft">
        Please write to <SupportLink /> too, so that we can talk with you. We are sorry.
      </p>
    </Sheet>
  );
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
        whole link, to its very end, into the address line.
      </p>
      <p className="text-ink-soft">
        You can also sign in to your account, which says the same, or write to <SupportLink />.
      </p>
    </Sheet>
  );
}

function Unreachable({ onRetry }: { onRetry: () => void }) {
  return (
    <Sheet title="This page could not be reached">
      <p className="text-lead">
        Please check your connection and try again. If it stays like this, write to <SupportLink />.
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
      <Skeleton className="h-14 w-96 max-w-full" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-14 w-40 rounded-full" />
    </SkeletonArea>
  );
}

function Sheet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className="mx-auto max-w-letter px-4.5 py-8 outline-none md:px-6 md:py-12">
      <title>{`${title} · Long After`}</title>
      <p className="mb-12 font-serif text-[1.5625rem] leading-none font-medium tracking-[-0.01em] md:mb-20">
        Long After
      </p>
      {/* What the press brings is read out. */}
      <div aria-live="polite" className="grid gap-4.5">
        <h1 className="mb-1 text-display">{title}</h1>
        {children}
      </div>
    </main>
  );
}
