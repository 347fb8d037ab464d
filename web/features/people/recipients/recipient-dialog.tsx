import { useId } from 'react';
import { summaryOf } from '../../../lib/forms.ts';
import { Button } from '../../../ui/button.tsx';
import { CompareFields } from '../../../ui/compare-fields/compare-fields.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormErrorSummary } from '../../../ui/form-error-summary.tsx';
import { summaryOfRecipient } from './check-recipient.ts';
import { RecipientFields } from './recipient-fields.tsx';
import { furtherFieldNames, recipientFieldNames } from './recipient-values.ts';
import { type RecipientDialogProps, useRecipientForm } from './use-recipient-form.ts';

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
