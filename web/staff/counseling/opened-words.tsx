import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { type Fact, Facts } from '../console/queue-row.tsx';
import { OpenWordsDialog } from './open-words-dialog.tsx';

interface OpenedWordsProps<Words> {
  /** Of the record, under which its notes are opened. */
  path: string;
  hasWords: boolean;
  factsOf: (words: Words) => readonly Fact[];
}

/** What owner and staff wrote, once it was opened for a reason; gone when the row closes. */
export function OpenedWords<Words>({ path, hasWords, factsOf }: OpenedWordsProps<Words>) {
  const [isAsking, setAsking] = useState(false);
  const [words, setWords] = useState<Words>();
  if (words) return <Facts facts={factsOf(words)} />;
  if (!hasWords) return null;
  return (
    <div>
      <Button size="small" variant="quiet" onPress={() => setAsking(true)}>
        Open the notes
      </Button>
      {isAsking && (
        <OpenWordsDialog<Words>
          path={`${path}/open-notes`}
          onOpened={(opened) => setWords(() => opened)}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
