import { useState } from 'react';
import { DraftNotice } from '../../drafts/drafts.ts';
import type { Composer } from './composer.ts';

export function RestoredNotice({ composer }: { composer: Composer }) {
  const [isShown, setShown] = useState(composer.isRestored);
  if (!isShown) return null;
  return (
    <DraftNotice
      className="mx-auto max-w-sheet"
      consequence={
        composer.existing
          ? 'Your unsaved changes will be deleted. The memory stays as it was saved.'
          : 'What is written here will be deleted. This action cannot be undone.'
      }
      onDiscard={() => {
        composer.discard();
        setShown(false);
      }}
    >
      {composer.existing ? 'Your unsaved changes are back.' : 'What you were writing is back.'}
    </DraftNotice>
  );
}
