import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { DraftNotice } from '../../drafts/drafts.ts';
import type { Composer } from './composer.ts';

/** Shown before anything is written or chosen, so that nobody finds out only at the end. */
export function LimitNotice({ limit }: { limit: { title: string; message: string } | null }) {
  if (!limit) return null;
  return (
    <div
      role="status"
      className="mb-5 flex items-start gap-3 rounded-choice border border-rose bg-rose-wash p-4"
    >
      <CircleAlert aria-hidden="true" className="mt-0.5 size-5.5 flex-none text-rose" strokeWidth={1.5} />
      <div>
        <p className="font-semibold text-rose">{limit.title}</p>
        <p>{limit.message}</p>
      </div>
    </div>
  );
}

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
