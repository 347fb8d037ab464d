import { useId, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { PhysicalItem } from '../../../../shared/keepsakes/physical-items.ts';
import { fieldsOf, messageOf } from '../../../lib/api/api-error.ts';
import { showServerErrors, summaryOf } from '../../../lib/forms.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormErrorSummary } from '../../../ui/form-error-summary.tsx';
import { toast } from '../../../ui/toast.ts';
import { DescriptionFields, HandingOverFields, InsuranceFields, ItemSentence } from './item-fields.tsx';
import { ItemPictures } from './item-pictures.tsx';
import { checkItem, type ItemValues, itemFieldNames, toForm, toValues } from './item-values.ts';
import { useSaveItem, useSavePictures } from './queries.ts';

interface ItemDialogProps {
  /** Null for a new one. */
  item: PhysicalItem | null;
  onClose: () => void;
  /** Called with what was saved. */
  onSaved: (item: PhysicalItem) => void;
}

export function ItemDialog({ item, onClose, onSaved }: ItemDialogProps) {
  const formId = useId();
  const pictures = usePictures(item);
  const { mutateAsync: save } = useSaveItem();
  // A new item that was saved is not added twice when one of its pictures fails.
  const savedId = useRef(item?.id);
  const form = useForm<ItemValues>({
    defaultValues: toValues(item),
    shouldFocusError: false,
    resolver: checkItem,
  });
  const { isSubmitting } = form.formState;

  async function submit(values: ItemValues) {
    try {
      const saved = await save({ id: savedId.current, form: toForm(values) });
      savedId.current = saved.id;
      await pictures.send(saved.id);
      toast({ title: item ? 'Item updated' : 'Item added', description: saved.title });
      onSaved(saved);
      onClose();
    } catch (error) {
      if (showServerErrors(fieldsOf(error), itemFieldNames, form.setError)) return;
      const description = messageOf(error, 'This could not be saved. Please try again.');
      toast({ variant: 'destructive', title: 'Error', description });
    }
  }

  return (
    <Dialog
      isOpen
      title={item ? 'Edit item' : 'Add an item'}
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
            {item ? 'Save' : 'Add this item'}
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
        <FormErrorSummary {...summaryOf(form, itemFieldNames)} />
        <DescriptionFields control={form.control} />
        <ItemPictures {...pictures.shown} isBusy={isSubmitting} />
        <InsuranceFields control={form.control} />
        <HandingOverFields control={form.control} />
        <ItemSentence control={form.control} />
      </form>
    </Dialog>
  );
}

/** What is to be sent and removed once the form is saved. */
function usePictures(item: PhysicalItem | null) {
  const { mutateAsync: savePictures } = useSavePictures();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const images = (item?.images ?? []).filter(({ id }) => !removed.includes(id));
  const dropFile = (file: unknown) => setFiles((all) => all.filter((one) => one !== file));
  return {
    shown: {
      images,
      files,
      onAdd: (file: File) => setFiles([...files, file]),
      onRemoveFile: dropFile,
      onRemoveImage: (id: string) => setRemoved([...removed, id]),
    },
    send: (id: string) => {
      const there = new Set(item?.images.map((image) => image.id));
      const toRemove = removed.filter((imageId) => there.has(imageId));
      return savePictures({ id, removed: toRemove, files, onDone: dropFile });
    },
  };
}
