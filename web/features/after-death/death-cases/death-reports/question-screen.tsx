import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useFirstFault } from '../../../../lib/first-fault.ts';
import { Button } from '../../../../ui/button.tsx';
import { ProgressSteps } from '../../../../ui/progress-steps.tsx';
import { questions } from './questions.tsx';

interface QuestionScreenProps {
  title: string;
  lead: string;
  number: number;
  action?: string | undefined;
  isBusy: boolean;
  failure: string | undefined;
  children: ReactNode;
  note: ReactNode;
  onNext: () => void;
  onBack: (() => void) | undefined;
}

const count = questions.length + 1;

/** One question, its answer, and the buttons. The heading takes the focus, so that it is read aloud. */
export function QuestionScreen(props: QuestionScreenProps) {
  const { title, lead, number, action = 'Continue', isBusy, failure, children, note } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const [attempts, setAttempts] = useState(0);
  // The server's answer comes later than the attempt.
  const form = useFirstFault<HTMLFormElement>(isBusy ? 0 : attempts);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    props.onNext();
    setAttempts(attempts + 1);
  }

  return (
    <form
      ref={form}
      noValidate
      className="mx-auto max-w-letter pt-5 pb-16 md:pt-13 md:pb-24"
      onSubmit={submit}
    >
      <ProgressSteps count={count} current={number} label={`Question ${number + 1} of ${count}`} />
      <h1 ref={heading} tabIndex={-1} className="mt-8 text-display text-balance outline-none md:mt-12">
        {title}
      </h1>
      <p className="mt-3.5 mb-8 max-w-[46ch] text-lead text-ink-soft">{lead}</p>
      {children}
      {failure && (
        <p role="alert" className="mt-6 font-medium text-rose">
          {failure}
        </p>
      )}
      <div className="mt-10 flex flex-wrap items-center gap-6">
        <Button type="submit" size="large" className="min-w-42.5 max-md:flex-1" isPending={isBusy}>
          {action}
        </Button>
        {props.onBack && (
          <Button variant="text" isDisabled={isBusy} onPress={props.onBack}>
            Back
          </Button>
        )}
      </div>
      {note && (
        <div className="mt-14 max-w-[56ch] border-t border-line pt-5 text-small text-ink-soft">{note}</div>
      )}
    </form>
  );
}
