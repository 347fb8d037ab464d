import { Check, Hourglass } from 'lucide-react';
import { useState } from 'react';
import type { MemoryType } from '../../../../../shared/memory-types.ts';
import { Link } from '../../../../ui/link.tsx';
import { DraftNotice, type DraftText, KeptBeside } from '../drafts/drafts.ts';
import type { Composer } from './composer.ts';
import { type MemoryValues, parseValues } from './memory-values.ts';

/** Shown before anything is written or chosen, so that nobody finds out only at the end. */
export function LimitNotice({ composer }: { composer: Composer }) {
  const { limit, isWaitOver, type } = composer;
  if (!limit) return isWaitOver ? <RoomNotice type={type} /> : null;
  return (
    <div
      role="status"
      className="mx-auto mb-5 flex max-w-sheet items-start gap-3 rounded-choice border border-line bg-gold-wash px-4.5 py-4"
    >
      <Hourglass aria-hidden="true" className="mt-0.5 size-5.5 flex-none text-gold" strokeWidth={1.5} />
      <div>
        {type === 'letter' && (
          <p className="mb-2.5">
            You can write this letter and keep it as a draft. It cannot be left yet, and waits until your plan
            has room for it.
          </p>
        )}
        <p className="font-semibold">{limit.title}</p>
        <p>{limit.message}</p>
        <Link
          href={limit.isUnpaid ? '/settings?tab=account' : '/checkout'}
          className="mt-1 inline-flex min-h-11 items-center"
        >
          {limit.isUnpaid ? 'See what is due' : 'See the plans'}
        </Link>
      </div>
    </div>
  );
}

function RoomNotice({ type }: { type: MemoryType }) {
  return (
    <p
      role="status"
      className="mx-auto mb-4 flex max-w-sheet items-center gap-2.5 notice bg-sage-wash px-4 py-3"
    >
      <Check aria-hidden="true" className="size-5 flex-none text-sage" strokeWidth={2} />
      {`Your plan has room for this ${type === 'letter' ? 'letter' : 'memory'} now.`}
    </p>
  );
}

export function RestoredNotice({ composer }: { composer: Composer }) {
  const [isShown, setShown] = useState(composer.isRestored);
  const { sheet, values, draftStatus, refusedFor, type } = composer;
  return (
    <>
      <KeptBeside
        className="mx-auto max-w-sheet"
        sheet={sheet}
        draft={{ values, status: draftStatus, refusedFor }}
        parse={parseValues}
        textOf={textOf}
        what={type === 'letter' ? 'letter' : 'memory'}
      />
      {isShown && !refusedFor && (
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
      )}
    </>
  );
}

function textOf({ title, content, recipient, personalMessage }: MemoryValues): DraftText {
  const details = [
    { name: 'For', text: recipient },
    { name: 'Personal message', text: personalMessage },
  ];
  return { title, text: content, details };
}
