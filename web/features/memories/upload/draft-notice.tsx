import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useConfirm } from '../../../ui/question-provider.tsx';
import type { Composer } from './composer.ts';

/** Says that what stands here was kept from before, and offers to begin anew. */
export function DraftNotice({ composer }: { composer: Composer }) {
  const [isShown, setShown] = useState(composer.isRestored);
  const confirm = useConfirm();
  if (!isShown) return null;

  async function discard() {
    const isConfirmed = await confirm({
      title: 'Discard this draft?',
      message: composer.existing
        ? 'Your unsaved changes are removed. The memory stays as it was saved.'
        : 'What is written here is removed. This action cannot be undone.',
      confirmLabel: 'Discard',
      tone: 'danger',
    });
    if (!isConfirmed) return;
    composer.discard();
    setShown(false);
  }

  return (
    <p
      role="status"
      className="mx-auto mb-4 flex max-w-sheet flex-wrap items-center justify-between gap-x-5 rounded-choice bg-pine-wash px-4 py-1.5"
    >
      {composer.existing ? 'Your unsaved changes are back.' : 'What you were writing is back.'}
      <Button variant="text" size="small" onPress={() => void discard()}>
        Discard draft
      </Button>
    </p>
  );
}
