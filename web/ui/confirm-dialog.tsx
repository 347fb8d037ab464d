import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

export interface ConfirmOptions {
  title: string;
  message: ReactNode;
  confirmLabel: string;
  cancelLabel?: string | undefined;
  /** 'danger' for irreversible actions. */
  tone?: 'neutral' | 'danger' | undefined;
}

export interface ConfirmDialogProps extends ConfirmOptions {
  isOpen: boolean;
  isPending?: boolean | undefined;
  onConfirm: () => void;
  onCancel: () => void;
}

/** A question with two answers. The harmless one has the initial focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const messageId = useId();
  const harmless = useRef<HTMLButtonElement>(null);
  // Over another dialog, which would take it back from a button that has it from the beginning.
  useEffect(() => harmless.current?.focus(), []);
  const { title, message, confirmLabel, cancelLabel = 'Cancel', tone, isOpen, isPending, onCancel } = props;
  return (
    <Dialog
      role="alertdialog"
      size="small"
      isDismissable={false}
      describedBy={messageId}
      title={title}
      isOpen={isOpen}
      onOpenChange={onCancel}
      actions={{
        cancel: (
          <Button ref={harmless} variant="quiet" onPress={onCancel}>
            {cancelLabel}
          </Button>
        ),
        action: (
          <Button
            variant={tone === 'danger' ? 'danger' : 'primary'}
            isPending={isPending}
            onPress={props.onConfirm}
          >
            {confirmLabel}
          </Button>
        ),
      }}
    >
      <div id={messageId}>{message}</div>
    </Dialog>
  );
}
