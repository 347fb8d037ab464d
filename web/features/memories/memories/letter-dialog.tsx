import type { Memory } from '../../../../shared/memories/memories.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { LetterText } from '../../../ui/sheet.tsx';

interface LetterDialogProps {
  letter: Pick<Memory, 'title' | 'content' | 'recipient' | 'personalMessage'>;
  onClose: () => void;
}

/** One's own letter, whole, with the personal message that goes with it. */
export function LetterDialog({ letter, onClose }: LetterDialogProps) {
  const { title, content, recipient, personalMessage } = letter;
  return (
    <Dialog
      isOpen
      size="large"
      title={title}
      onOpenChange={onClose}
      actions={{
        action: (
          <Button variant="quiet" onPress={onClose}>
            Close
          </Button>
        ),
      }}
    >
      <div className="grid max-w-letter gap-6 wrap-anywhere">
        <p className="text-small text-ink-soft">To: {recipient}</p>
        {personalMessage && <p className="whitespace-pre-line text-ink-soft">{personalMessage}</p>}
        <LetterText text={content ?? ''} />
      </div>
    </Dialog>
  );
}
