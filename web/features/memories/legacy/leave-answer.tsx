import { type FormEvent, useState } from 'react';
import type { LegacyAnswer } from '../../../../shared/memories/legacy.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Link } from '../../../ui/link.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { memoryPath } from '../memories/memories.ts';
import { useLeaveAnswer } from './queries.ts';

/** Makes a letter of an answer, once; then leads to that letter. */
export function LeaveAnswer({ saved }: { saved: LegacyAnswer }) {
  const [isOpen, setOpen] = useState(false);
  if (saved.letterId)
    return (
      <Link
        href={memoryPath(saved.letterId)}
        className="-my-2.5 inline-flex min-h-11 items-center text-small"
      >
        Left as a letter
      </Link>
    );
  return (
    <>
      <Button variant="text" size="small" className="-my-2.5" onPress={() => setOpen(true)}>
        Leave this answer as a letter
      </Button>
      <LeaveDialog saved={saved} isOpen={isOpen} onOpenChange={setOpen} />
    </>
  );
}

interface LeaveDialogProps {
  saved: LegacyAnswer;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

function LeaveDialog({ saved, isOpen, onOpenChange }: LeaveDialogProps) {
  const { mutateAsync: leave, isPending } = useLeaveAnswer();
  const [recipient, setRecipient] = useState('');
  const [error, setError] = useState<string>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!recipient.trim()) return setError('Please say who it is for');
    try {
      await leave({ id: saved.id, recipient });
      onOpenChange(false);
    } catch (fault) {
      setError(messageOf(fault, 'The letter could not be made. Please try again.'));
    }
  }

  return (
    <Dialog
      isOpen={isOpen}
      size="small"
      title="Leave this answer as a letter"
      isBusy={isPending}
      onOpenChange={onOpenChange}
    >
      <form className="grid gap-5" onSubmit={(event) => void submit(event)}>
        <p>
          “{saved.question}” becomes the title, your answer the letter. It keeps the words of today; your
          journal stays as it is. Then you choose its day.
        </p>
        <TextField
          label="Who is it for?"
          name="recipient"
          autoFocus
          maxLength={200}
          value={recipient}
          error={error}
          onChange={setRecipient}
        />
        <Button
          type="submit"
          className="justify-self-start"
          isPending={isPending}
          pendingLabel="Making the letter"
        >
          Make the letter
        </Button>
      </form>
    </Dialog>
  );
}
