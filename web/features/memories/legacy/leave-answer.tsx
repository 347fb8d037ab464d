import { lazy, Suspense, useState } from 'react';
import type { LegacyAnswer } from '../../../../shared/memories/legacy.ts';
import { Button } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { memoryPath } from '../memories/memories.ts';

const LeaveDialog = lazy(async () => ({ default: (await import('./leave-dialog.tsx')).LeaveDialog }));

/** Makes a letter of an answer, once; then leads to that letter. */
export function LeaveAnswer({ saved }: { saved: LegacyAnswer }) {
  const [isOpen, setOpen] = useState(false);
  if (saved.letterId && !isOpen)
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
      <Suspense fallback={null}>
        {isOpen && <LeaveDialog saved={saved} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
