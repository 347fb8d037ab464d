import type { FormEvent } from 'react';
import { useEffect, useId } from 'react';
import { useForm } from 'react-hook-form';
import { fullNameOf } from '../../../../shared/full-name.ts';
import type { Recipient } from '../../../../shared/people/recipients.ts';
import { fieldsOf, messageOf } from '../../../lib/api/api-error.ts';
import { showServerErrors, summaryOf } from '../../../lib/forms.ts';
import { Button } from '../../../ui/button.tsx';
import { CompareFields } from '../../../ui/compare-fields/compare-fields.tsx';
import { useStaleForm } from '../../../ui/compare-fields/stale-form.ts';
import { noDay } from '../../../ui/day-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormErrorSummary } from '../../../ui/form-error-summary.tsx';
import { toast } from '../../../ui/toast.ts';
import { describeRecipient, recipientLabels } from './describe-recipient.ts';
import { useDeleteRecipient, useRecipients, useSaveRecipient } from './queries.ts';
import { RecipientFields } from './recipient-fields.tsx';
import type { AskedField, RecipientValues } from './recipient-values.ts';
import {
  checkRecipient,
  describeSharedEmail,
  furtherFieldNames,
  recipientFieldNames,
  summaryOfRecipient,
  toForm,
  toValues,
} from './recipient-values.ts';

interface RecipientDialogProps {
  /** Null for a new recipient. */
  recipient: Recipient | null;
  /** Where one begins. */
  asked?: AskedField | undefined;
  onClose: () => void;
}

export function RecipientDialog(props: RecipientDialogProps) {
  const { recipient, asked, onClose } = props;
  const formId = useId();
  const { form, stale, others, submit } = useRecipientForm(props);
  const { isSubmitting } = form.formState;

  if (stale.fields) {
    return (
      <CompareFields
        fields={stale.fields}
        isBusy={isSubmitting}
        onBack={stale.back}
        onSave={(choices) => {
          stale.settle(choices);
          submit();
        }}
      >
        {(content, actions) => (
          <Dialog
            isOpen
            title="Edit Recipient"
            isBusy={isSubmitting}
            onOpenChange={stale.back}
            actions={actions}
          >
            {content}
          </Dialog>
        )}
      </CompareFields>
    );
  }
  return (
    <Dialog
      isOpen
      title={recipient ? 'Edit Recipient' : 'Add Recipient'}
      isBusy={isSubmitting}
      onOpenChange={onClose}
      actions={{
        cancel: (
          <Button variant="quiet" isDisabled={isSubmitting} onPress={onClose}>
            Cancel
          </Button>
        ),
        action: (
          <Button type="submit" form={formId} isPending={isSubmitting} pendingLabel="Saving">
            Save
          </Button>
        ),
      }}
    >
      <form id={formId} noValidate className="grid gap-5 pt-2" onSubmit={submit}>
        <FormErrorSummary
          {...summaryOf(form, recipientFieldNames)}
          {...summaryOfRecipient(form.formState.errors)}
        />
        <RecipientFields
          control={form.control}
          others={others}
          isMoreOpen={furtherFieldNames.some((name) => name === asked || form.formState.errors[name])}
        />
      </form>
    </Dialog>
  );
}

/** The form with what follows from saving it. */
function useRecipientForm({ recipient, asked, onClose }: RecipientDialogProps) {
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
      if (stale.isRefusedBy(error, values)) return;
      // Said at the field and above; a toast would say it a third time.
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
