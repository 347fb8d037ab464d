import { SupportLink } from '../../../ui/support-link.tsx';
import { Sheet } from './alive-sheet.tsx';

interface AnswerProps {
  firstName: string;
  /** `no_report` only where a code was entered. */
  state: 'waiting' | 'stopped' | 'released' | 'no_report';
}

/** What it brought to say that one is alive. */
export function Answer({ firstName, state }: AnswerProps) {
  if (state === 'released') return <TooLate firstName={firstName} />;
  if (state === 'no_report') return <NothingReported firstName={firstName} />;
  return (
    <Sheet takesFocus title={`Thank you, ${firstName}`}>
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

function TooLate({ firstName }: { firstName: string }) {
  return (
    <Sheet takesFocus title={`Thank you, ${firstName}. Our staff know now.`}>
      <p className="text-lead">
        What you left for after your death had begun to go out before you pressed the button. They were told
        just now, and can stop what has not been delivered.
      </p>
      <p className="text-ink-soft">
        Please write to <SupportLink /> too, so that we can talk with you. We are sorry.
      </p>
    </Sheet>
  );
}

function NothingReported({ firstName }: { firstName: string }) {
  return (
    <Sheet takesFocus title={`All is well, ${firstName}`}>
      <p className="text-lead">
        No report of your death is open, so there is nothing to stop. Your code has not been used up: keep
        your sheet.
      </p>
      <p className="text-ink-soft">
        If you have heard otherwise, please write to <SupportLink />.
      </p>
    </Sheet>
  );
}
