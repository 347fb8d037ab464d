import { type FormEvent, useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { fullNameOf } from '../../../../shared/names.ts';
import type { Recipient } from '../../../../shared/people/recipients.ts';
import { fieldsOf, messageOf } from '../../../lib/api/api-error.ts';
import { showServerErrors } from '../../../lib/forms.ts';
import { useStaleForm } from '../../../ui/compare-fields/stale-form.ts';
import { noDay } from '../../../ui/day-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { checkRecipient } from './check-recipient.ts';
import { describeRecipient, recipientLabels } from './describe-recipient.ts';
import { useDeleteRecipient, useRecipients, useSaveRecipient } from './queries.ts';
import {
  type AskedField,
  describeSharedEmail,
  type RecipientValues,
  recipientFieldNames,
  toForm,
  toValues,
} from './recipient-values.ts';

export interface RecipientDialogProps {
  /** Null for a new recipient. */
  recipient: Recipient | null;
  /** The field with which to begin. */
  asked?: AskedField | undefined;
  onClose: () => void;
}

/** The form, and what follows from saving it. */
export function useRecipientForm({ recipient, asked, onClose }: RecipientDialogProps) {
  const { mutateAsync: save } = useSaveRecipient();
  const { mutate: remove } = useDeleteRecipient();
  const { data: book = [] } = useRecipients();
  const others = book.filter(({ id }) => id !== recipient?.id);
  const form = useForm<RecipientValues>({
    defaultValues: asked === 'days' ? withAnotherDay(recipient) : toValues(recipient),
    shouldFocusError: false,
    resolver: checkRecipient,
  });
  const stale = useStaleForm(form, {
    entry: recipient,
    toValues,
    labels: recipientLabels(recipient?.firstName),
    describe: (values) => describeRecipient(values, others),
  });
  const { setFocus } = form;
  useEffect(() => {
    if (asked) setFocus(asked === 'days' ? `days.${recipient?.days.length ?? 0}.name` : asked);
  }, [asked, recipient, setFocus]);

  async function saveValues(values: RecipientValues) {
    try {
      const version = stale.read.current?.version;
      const saved = await save({ id: recipient?.id, form: { ...toForm(values), version } });
      const hint = describeSharedEmail(saved.email ?? '', others);
      toast({
        title: recipient ? 'Recipient updated' : 'Recipient added',
        description: hint ?? describeSaved(saved),
        ...(hint && !recipient && { action: { label: 'Undo', onPress: () => remove({ id: saved.id }) } }),
      });
      onClose();
    } catch (error) {
      if (stale.isRefusedBy(error)) return;
      // It is shown at the field and above; a toast would only repeat it.
      if (showServerErrors(fieldsOf(error), recipientFieldNames, form.setError)) return;
      const fallback = recipient ? 'Failed to update recipient' : 'Failed to create recipient';
      toast({ variant: 'destructive', title: 'Error', description: messageOf(error, fallback) });
    }
  }

  return {
    form,
    stale,
    others,
    submit: (event?: FormEvent) => void form.handleSubmit(saveValues)(event),
  };
}

function withAnotherDay(recipient: Recipient | null): RecipientValues {
  const values = toValues(recipient);
  return { ...values, days: [...values.days, { name: '', date: noDay }] };
}

function describeSaved(recipient: Recipient): string {
  return `${fullNameOf(recipient)} is in your address book.`;
}
