import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import type { LegacyAnswer } from '../../../../shared/memories/legacy.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { useFirstFault } from '../../../lib/first-fault.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useListMemory } from '../memories/queries.ts';
import {
  keptPath,
  type MemoryValues,
  noValues,
  RecipientField,
  useNewPerson,
  validateMemory,
} from '../memories/upload/upload.ts';
import { useLeaveAnswer } from './queries.ts';

interface LeaveDialogProps {
  saved: LegacyAnswer;
  onClose: () => void;
}

/** Asks whom the letter is for, as for any letter; then leads to the page that asks for its day. */
export function LeaveDialog({ saved, onClose }: LeaveDialogProps) {
  const { values, change, errors, attempts, failure, isBusy, submit } = useLeaving(saved);
  const form = useFirstFault<HTMLFormElement>(attempts);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    void submit();
  }

  return (
    <Dialog isOpen title="Leave this answer as a letter" isBusy={isBusy} onOpenChange={onClose}>
      <form ref={form} noValidate className="grid gap-5" onSubmit={handleSubmit}>
        <p>
          “{saved.question}” becomes the title, your answer the letter. It keeps the words of today; your
          journal stays as it is. Then you choose its day.
        </p>
        <RecipientField values={values} errors={errors} onChange={change} />
        {failure && (
          <p role="alert" className="font-medium text-rose">
            {failure}
          </p>
        )}
        <div className="flex justify-end">
          <Button type="submit" className="max-md:w-full" isPending={isBusy} pendingLabel="Making the letter">
            Make the letter
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function useLeaving(saved: LegacyAnswer) {
  const { mutateAsync: leave, isPending } = useLeaveAnswer();
  const list = useListMemory();
  const [, navigate] = useLocation();
  const [values, setValues] = useState<MemoryValues>({
    ...noValues,
    title: saved.question,
    content: saved.answer,
  });
  const [attempts, setAttempts] = useState(0);
  const [failure, setFailure] = useState<string>();
  const change = (changes: Partial<MemoryValues>) => setValues((before) => ({ ...before, ...changes }));
  const person = useNewPerson({ values, change }, () => setAttempts((count) => count + 1));
  const errors = validateMemory('letter', values);

  async function submit(): Promise<void> {
    setFailure(undefined);
    setAttempts((count) => count + 1);
    if (Object.keys(errors).length > 0) return;
    const kept = await person.keep(values);
    if (!kept) return;
    const { recipient, recipientId } = kept;
    try {
      const letter = await leave({ id: saved.id, recipient, recipientId });
      list(letter);
      navigate(keptPath(letter.id, recipientId));
    } catch (fault) {
      setFailure(messageOf(fault, 'The letter could not be made. Please try again.'));
    }
  }

  return {
    values,
    change,
    errors: attempts > 0 ? { ...person.refused, ...errors } : {},
    attempts,
    failure,
    isBusy: isPending || person.isBusy,
    submit,
  };
}
