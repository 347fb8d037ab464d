import type { Control } from 'react-hook-form';
import type { PhysicalItem } from '../../../../shared/keepsakes/physical-items.ts';
import { useCheckedForm, useField } from '../../../lib/forms.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { showFailure, toast } from '../../../ui/toast.ts';
import { CategoryAndValue, DollarsField } from './item-fields.tsx';
import { checkRequest, type RequestValues, toRequestForm, toRequestValues } from './item-values.ts';
import { useSendRequest } from './queries.ts';

interface RequestDialogProps {
  /** The item it is about, if it was already added. */
  item: PhysicalItem | null;
  onClose: () => void;
}

/** Asks us where and how to send something, and how it should be insured in transit. */
export function RequestDialog({ item, onClose }: RequestDialogProps) {
  const { mutateAsync: request } = useSendRequest();
  const { control, isDirty, formProps } = useCheckedForm({
    initial: toRequestValues(item),
    check: checkRequest,
    send: async (values) => {
      await request(toRequestForm(values, item));
      toast({
        title: 'We have your request',
        description: 'We answer by email with where and how to send it.',
      });
      onClose();
    },
    onFailure: (error, isShown) => isShown || showFailure(error),
  });
  return (
    <FormDialog
      title="How to send it"
      lead={<p>Nothing is sent yet. We read this and answer by email with where and how.</p>}
      action="Ask where to send it"
      pendingLabel="Sending"
      isUnsaved={isDirty}
      onCancel={onClose}
      {...formProps}
    >
      <RequestFields control={control} />
    </FormDialog>
  );
}

function RequestFields({ control }: { control: Control<RequestValues> }) {
  const { value: isInsured, ...insured } = useField({ control, name: 'insuranceRequired' });
  return (
    <>
      <TextArea
        label="Description"
        description="What it is, and how large."
        rows={3}
        isRequired
        {...useField({ control, name: 'itemDescription' })}
      />
      <CategoryAndValue
        category={useField({ control, name: 'itemType' })}
        estimatedValue={useField({ control, name: 'estimatedValue' })}
      />
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
  const optional = { autoComplete: 'off', isOptional: true } as const;
  const insurer = useField({ control, name: 'insuranceProvider' });
  return (
    <div className="grid gap-5 md:grid-cols-3">
      <DollarsField label="Insured value" {...useField({ control, name: 'insuranceValue' })} />
      <TextField label="Insurer" description="If you have one already" {...optional} {...insurer} />
      <TextField label="Policy number" {...optional} {...useField({ control, name: 'policyNumber' })} />
    </div>
  );
}
