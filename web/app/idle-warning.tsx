import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** Two minutes before the end. Enter presses the button; Escape and the close button stay as well. */
export function IdleWarning({ onStay }: { onStay: () => void }) {
  return (
    <Dialog
      isOpen
      size="small"
      title="Are you still there?"
      describedBy="idle-warning"
      onOpenChange={onStay}
      footer={
        <Button autoFocus onPress={onStay}>
          Stay signed in
        </Button>
      }
    >
      <p id="idle-warning" aria-live="polite">
        For your privacy you will be signed out in two minutes, because nothing has happened here for a while.
        What you have saved is safe.
      </p>
    </Dialog>
  );
}
