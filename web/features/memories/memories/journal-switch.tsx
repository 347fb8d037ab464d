import { useState } from 'react';
import type { Memory } from '../../../../shared/memories/memories.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { Link } from '../../../ui/link.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { toast } from '../../../ui/toast.ts';
import { usePutJournalIn } from './queries.ts';

/** Whether the owner's journal goes with a letter. Takes effect at once. */
export function JournalSwitch({ memory }: { memory: Memory }) {
  const { mutateAsync: put, isPending } = usePutJournalIn();
  const [isOn, setOn] = useState(memory.withJournal);

  async function change(withJournal: boolean) {
    setOn(withJournal);
    try {
      await put({ ...memory, withJournal });
    } catch (error) {
      setOn(!withJournal);
      toast({ variant: 'destructive', title: 'Error', description: messageOf(error, 'Please try again.') });
    }
  }

  return (
    <div className="mt-8" data-print="hidden">
      <Switch
        label="Put my journal in with it"
        description={
          <>
            They get <Link href="/legacy">your journal</Link> as a book, as it is on the day this letter is
            delivered. Later answers do not change it.
          </>
        }
        value={isOn}
        isDisabled={isPending}
        onChange={(value) => void change(value)}
      />
    </div>
  );
}
