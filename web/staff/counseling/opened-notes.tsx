import { useState } from 'react';
import { write } from '../../lib/api/request.ts';
import { Button } from '../../ui/button.tsx';
import { ActDialog } from '../console/act-dialog.tsx';
import { type Fact, Facts } from '../console/facts.tsx';

interface OpenedNotesProps<Notes> {
  path: string;
  hasNotes: boolean;
  factsOf: (notes: Notes) => readonly Fact[];
}

/** What owner and staff wrote. Opening it takes a reason; it is hidden again when the row closes. Its `key` hides it once other notes are written. */
export function OpenedNotes<Notes>({ path, hasNotes, factsOf }: OpenedNotesProps<Notes>) {
  const [isAsking, setAsking] = useState(false);
  const [notes, setNotes] = useState<Notes>();

  async function open(reason: string) {
    const opened = await write<Notes>('POST', `${path}/open-notes`, { reason });
    setNotes(() => opened);
  }

  if (notes) return <Facts facts={factsOf(notes)} />;
  if (!hasNotes) return null;
  return (
    <div>
      <Button size="small" variant="quiet" onPress={() => setAsking(true)}>
        Open the notes
      </Button>
      {isAsking && (
        <ActDialog
          title="Open the notes"
          what="The notes are about somebody’s health. That you opened them, and why, is recorded in the audit log."
          send={open}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
