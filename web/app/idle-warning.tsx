import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** Shown two minutes before the idle sign-out. Closing it in any way keeps the person signed in. */
export function IdleWarning({ onStay }: { onStay: () => void }) {
  return (
    <Dialog
      isOpen
      size="small"
      title="Are you still there?"
      describedBy="idle-warning"
      onOpenChange={onStay}
      actions={{
        action: (
          <Button autoFocus onPress={onStay}>
            Stay signed in
          </Button>
        ),
      }}
    >
      <p id="idle-warning" aria-live="polite">
        For your privacy you will be signed out in two minutes, because nothing has happened here for a while.
        What you have saved is safe.
      </p>
    </Dialog>
  );
}
