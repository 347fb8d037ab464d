import { createPortal } from 'react-dom';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { LetterText } from '../../../../ui/sheet.tsx';

interface Letter {
  title: string;
  content: string;
}

/** Makes the browser print only the letter while it is being written, however printing is started. */
export function PrintedLetter(letter: Letter) {
  return createPortal(
    <article data-print="page" className="hidden print:block">
      <LetterOnPaper {...letter} />
    </article>,
    document.body,
  );
}

interface PrintPreviewProps {
  letter: Letter;
  onClose: () => void;
}

/** The letter as it will be read and printed. */
export function PrintPreview({ letter, onClose }: PrintPreviewProps) {
  return (
    <Dialog
      isOpen
      size="large"
      title="Print preview"
      onOpenChange={onClose}
      actions={{
        cancel: (
          <Button variant="quiet" onPress={onClose}>
            Close
          </Button>
        ),
        action: <Button onPress={() => window.print()}>Print</Button>,
      }}
    >
      <article
        aria-label="Your letter on paper"
        className="rounded-small border border-line bg-paper px-6 py-8 md:px-16 md:py-14"
      >
        <LetterOnPaper {...letter} />
      </article>
    </Dialog>
  );
}

function LetterOnPaper({ title, content }: Letter) {
  return (
    <>
      {title.trim() !== '' && <h3 className="mb-8 text-heading">{title}</h3>}
      <LetterText text={content} />
    </>
  );
}
