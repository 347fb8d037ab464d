import { useId } from 'react';
import { type Control, useForm } from 'react-hook-form';
import { itemCategories } from '../../../../shared/keepsakes/item-rules.ts';
import type { PhysicalItem } from '../../../../shared/keepsakes/physical-items.ts';
import { fieldsOf, messageOf } from '../../../lib/api/api-error.ts';
import { showServerErrors, summaryOf, useField } from '../../../lib/forms.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormErrorSummary } from '../../../ui/form-error-summary.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { categoryLabels } from './item-words.ts';
import { useSendRequest } from './queries.ts';
import { checkRequest, type RequestValues, requestFieldNames, toForm, toValues } from './request-values.ts';

interface RequestDialogProps {
  /** What it is about, where it was added already. */
  item: PhysicalItem | null;
  onClose: () => void;
}

/** Asks us where and how to send something, and how it is to be insured on the way. */
export function RequestDialog({ item, onClose }: RequestDialogProps) {
  const formId = useId();
  const { mutateAsync: send } = useSendRequest();
  const form = useForm<RequestValues>({
    defaultValues: toValues(item),
    shouldFocusError: false,
    resolver: checkRequest,
  });
  const { isSubmitting } = form.formState;

  async function submit(values: RequestValues) {
    try {
      await send(toForm(values));
      toast({
        title: 'We have your request',
        description: 'We answer by email with where and how to send it.',
      });
      onClose();
    } catch (error) {
      if (showServerErrors(fieldsOf(error), requestFieldNames, form.setError)) return;
      toast({ variant: 'destructive', title: 'Error', description: messageOf(error, 'Please try again.') });
    }
  }

  return (
    <Dialog
      isOpen
      title="How to send it"
      isBusy={isSubmitting}
      onOpenChange={onClose}
      actions={{
        cancel: (
          <Button variant="quiet" isDisabled={isSubmitting} onPress={onClose}>
            Cancel
          </Button>
        ),
        action: (
          <Button type="submit" form={formId} isPending={isSubmitting} pendingLabel="Sending">
            Ask where to send it
          </Button>
        ),
      }}
    >
      <form
        id={formId}
        noValidate
        className="grid gap-5 pt-2"
        onSubmit={(event) => void form.handleSubmit(submit)(event)}
      >
        <p>Nothing is sent yet. We read this and answer by email with where and how.</p>
        <FormErrorSummary {...summaryOf(form, requestFieldNames)} />
        <RequestFields control={form.control} />
      </form>
    </Dialog>
  );
}

function RequestFields({ control }: { control: Control<RequestValues> }) {
  const { value: isInsured, ...insured } = useField({ control, name: 'insuranceRequired' });
  return (
    <>
      <TextArea label="What is it?" rows={3} isRequired {...useField({ control, name: 'itemDescription' })} />
      <div className="grid gap-5 md:grid-cols-2">
        <Select
          label="Category"
          placeholder="Choose one"
          isRequired
          options={itemCategories.map((value) => ({ value, label: categoryLabels[value] }))}
          {...useField({ control, name: 'itemType' })}
        />
        <TextField
          label="Estimated value"
          description="In dollars"
          inputMode="decimal"
          autoComplete="off"
          isOptional
          {...useField({ control, name: 'estimatedValue' })}
        />
      </div>
      <Checkbox label="Insure it on the way" {...insured} value={isInsured} />
      {isInsured && <InsuranceOnTheWay control={control} />}
      <TextArea
        label="How it should be kept"
        description="Dry, dark, lying flat, never opened …"
        rows={2}
        isOptional
        {...useField({ control, name: 'storageInstructions' })}
      />
      <TextArea
        label="How it comes to us"
        description="By post, by a courier, or brought by somebody."
        rows={2}
        isOptional
        {...useField({ control, name: 'deliveryInstructions' })}
      />
    </>
  );
}

function InsuranceOnTheWay({ control }: { control: Control<RequestValues> }) {
  return (
    <div className="grid gap-5 md:grid-cols-3">
      <TextField
        label="Insured value"
        description="In dollars"
        inputMode="decimal"
        autoComplete="off"
        isOptional
        {...useField({ control, name: 'insuranceValue' })}
      />
      <TextField
        label="Insurer"
        description="If you have one already"
        autoComplete="off"
        isOptional
        {...useField({ control, name: 'insuranceProvider' })}
      />
      <TextField
        label="Policy number"
        autoComplete="off"
        isOptional
        {...useField({ control, name: 'policyNumber' })}
      />
    </div>
  );
}
