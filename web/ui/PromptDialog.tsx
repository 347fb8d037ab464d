import type { FormEvent, ReactNode } from 'react';
import { useId, useState } from 'react';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { TextArea } from './TextArea.tsx';
import { TextField } from './TextField.tsx';

export interface PromptOptions {
  title: string;
  message?: ReactNode;
  label: string;
  confirmLabel: string;
  cancelLabel?: string | undefined;
  defaultValue?: string | undefined;
  maxLength?: number | undefined;
  isMultiline?: boolean | undefined;
  /** The words shown when the answer is blank; without it a blank answer is taken. */
  blankError?: string | undefined;
  tone?: 'neutral' | 'danger' | undefined;
}

export interface PromptDialogProps extends PromptOptions {
  isOpen: boolean;
  onConfirm: (answer: string) => void;
  onCancel: () => void;
}

export function PromptDialog(props: PromptDialogProps) {
  const formId = useId();
  const [answer, setAnswer] = useState(props.defaultValue ?? '');
  const [error, setError] = useState<string>();
  const field = { label: props.label, value: answer, onChange: setAnswer, error, maxLength: props.maxLength };

  function submit(event: FormEvent) {
    event.preventDefault();
    const isBlank = answer.trim() === '';
    if (isBlank && props.blankError) setError(props.blankError);
    else props.onConfirm(answer.trim());
  }

  return (
    <Dialog
      size="small"
      title={props.title}
      isOpen={props.isOpen}
      onOpenChange={props.onCancel}
      footer={
        <>
          <Button variant="quiet" onPress={props.onCancel}>
            {props.cancelLabel ?? 'Cancel'}
          </Button>
          <Button type="submit" form={formId} variant={props.tone === 'danger' ? 'danger' : 'primary'}>
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="grid gap-4" onSubmit={submit}>
        {props.message && <div>{props.message}</div>}
        {props.isMultiline ? <TextArea autoFocus {...field} /> : <TextField autoFocus {...field} />}
      </form>
    </Dialog>
  );
}
