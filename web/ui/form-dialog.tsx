import { type FormEvent, type ReactNode, type Ref, useId } from 'react';
import { ActionRow, type ActionsProps } from './actions.tsx';
import { useAskBeforeClose } from './ask-before-close.ts';
import { Button, type ButtonProps } from './button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';
import { FormErrorSummary, type FormErrorSummaryProps } from './form-error-summary.tsx';

interface FormProps {
  onSubmit: (event: FormEvent) => void;
  isBusy: boolean;
  onCancel: () => void;
  cancelLabel?: string | undefined;
  /** The label of the submit button. */
  action: string;
  pendingLabel?: string | undefined;
  tone?: 'primary' | 'danger' | undefined;
  /** Shown first in the form. */
  summary?: FormErrorSummaryProps | undefined;
  children: ReactNode;
}

interface FormDialogProps extends FormProps, Pick<DialogProps, 'title' | 'size'> {
  /** Whether closing it would lose something, so that it asks first. */
  isUnsaved: boolean;
  /** Shown before the summary of errors. */
  lead?: ReactNode;
  formRef?: Ref<HTMLFormElement>;
}

/** A form in a dialog, which cannot be closed while the form is being sent. */
export function FormDialog(props: FormDialogProps) {
  const { title, size, isBusy, isUnsaved, onSubmit, lead, summary, formRef, children } = props;
  const formId = useId();
  const askBeforeClose = useAskBeforeClose(props.onCancel);
  const onCancel = () => void askBeforeClose(isUnsaved);
  return (
    <Dialog
      isOpen
      title={title}
      size={size}
      isBusy={isBusy}
      onOpenChange={onCancel}
      actions={buttonsOf({ ...props, onCancel }, { form: formId })}
    >
      <form ref={formRef} id={formId} noValidate className="grid gap-5 pt-2" onSubmit={onSubmit}>
        {lead}
        {summary && <FormErrorSummary {...summary} />}
        {children}
      </form>
    </Dialog>
  );
}

/** A form that replaces the button that opened it. */
export function InlineForm(props: FormProps) {
  return (
    <form noValidate className="grid max-w-100 gap-5" onSubmit={props.onSubmit}>
      {props.summary && <FormErrorSummary {...props.summary} />}
      {props.children}
      <ActionRow {...buttonsOf(props, { size: 'small' })} />
    </form>
  );
}

function buttonsOf(props: FormProps, look: Pick<ButtonProps, 'form' | 'size'>): ActionsProps {
  const { isBusy, onCancel, cancelLabel = 'Cancel', action, pendingLabel, tone = 'primary' } = props;
  return {
    cancel: (
      <Button variant="quiet" size={look.size} isDisabled={isBusy} onPress={onCancel}>
        {cancelLabel}
      </Button>
    ),
    action: (
      <Button {...look} type="submit" variant={tone} isPending={isBusy} pendingLabel={pendingLabel}>
        {action}
      </Button>
    ),
  };
}
