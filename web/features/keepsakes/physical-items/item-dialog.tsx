import { useRef, useState } from 'react';
import type { ItemImage } from '../../../../shared/keepsakes/item-images.ts';
import type { PhysicalItem } from '../../../../shared/keepsakes/physical-items.ts';
import { useCheckedForm } from '../../../lib/forms.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { showFailure, toast } from '../../../ui/toast.ts';
import { HandingOverFields, ItemSentence } from './handing-over.tsx';
import { DescriptionFields, InsuranceFields } from './item-fields.tsx';
import { ItemPictures } from './item-pictures.tsx';
import { checkItem, toForm, toValues } from './item-values.ts';
import { useSaveItem, useSavePictures } from './queries.ts';

interface ItemDialogProps {
  /** Null for a new one. */
  item: PhysicalItem | null;
  onClose: () => void;
  /** Called with what was saved. */
  onSaved: (item: PhysicalItem) => void;
}

export function ItemDialog({ item, onClose, onSaved }: ItemDialogProps) {
  const pictures = usePictures(item);
  const { mutateAsync: save } = useSaveItem();
  // If one of its pictures fails, a new item that was already saved must not be added twice.
  const savedId = useRef(item?.id);
  const { control, isDirty, formProps } = useCheckedForm({
    initial: toValues(item),
    check: checkItem,
    send: async (values) => {
      const saved = await save({ id: savedId.current, form: toForm(values) });
      savedId.current = saved.id;
      await pictures.send(saved.id);
      toast({ title: item ? 'Item updated' : 'Item added', description: saved.title });
      onSaved(saved);
      onClose();
    },
    onFailure: (error, isShown) =>
      isShown || showFailure(error, 'This could not be saved. Please try again.'),
  });

  return (
    <FormDialog
      title={item ? 'Edit item' : 'Add an item'}
      action={item ? 'Save' : 'Add this item'}
      pendingLabel="Saving"
      isUnsaved={isDirty || pictures.isChanged}
      onCancel={onClose}
      {...formProps}
    >
      <DescriptionFields control={control} />
      <ItemPictures {...pictures.shown} isBusy={formProps.isBusy} />
      <InsuranceFields control={control} />
      <HandingOverFields control={control} />
      <ItemSentence control={control} />
    </FormDialog>
  );
}

/** The pictures to be sent and removed once the form is saved. */
function usePictures(item: PhysicalItem | null) {
  const { mutateAsync: savePictures } = useSavePictures();
  const [images, setImages] = useState<readonly ItemImage[]>(item?.images ?? []);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const dropFile = (file: File) => setFiles((all) => all.filter((one) => one !== file));

  function removeImage(id: string): void {
    setImages(images.filter((image) => image.id !== id));
    setRemoved([...removed, id]);
  }
  function forget(done: string | File): void {
    if (done instanceof File) dropFile(done);
    else setRemoved((all) => all.filter((id) => id !== done));
  }

  return {
    shown: {
      images,
      files,
      onAdd: (file: File) => setFiles([...files, file]),
      onRemoveFile: dropFile,
      onRemoveImage: removeImage,
    },
    isChanged: files.length > 0 || removed.length > 0,
    send: (id: string) => savePictures({ id, removed, files, onDone: forget }),
  };
}
