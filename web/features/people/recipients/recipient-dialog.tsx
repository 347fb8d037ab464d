import { summaryOf } from '../../../lib/forms.ts';
import { CompareFields } from '../../../ui/compare-fields/compare-fields.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { summaryOfRecipient } from './check-recipient.ts';
import { RecipientFields } from './recipient-fields.tsx';
import { furtherFieldNames, recipientFieldNames } from './recipient-values.ts';
import { type RecipientDialogProps, useRecipientForm } from './use-recipient-form.ts';

export function RecipientDialog(props: RecipientDialogProps) {
  const { recipient, asked, onClose } = props;
  const { form, stale, others, submit } = useRecipientForm(props);
  const { errors, isDirty, isSubmitting } = form.formState;

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
    <FormDialog
      title={recipient ? 'Edit Recipient' : 'Add Recipient'}
      action="Save"
      pendingLabel="Saving"
      isBusy={isSubmitting}
      isUnsaved={isDirty}
      summary={{ ...summaryOf(form, recipientFieldNames), ...summaryOfRecipient(errors) }}
      onCancel={onClose}
      onSubmit={submit}
    >
      <RecipientFields
        control={form.control}
        others={others}
        isMoreOpen={furtherFieldNames.some((name) => name === asked || errors[name])}
      />
    </FormDialog>
  );
}
