import { useState } from 'react';
import type { ItemImage } from '../../../shared/keepsakes/item-images.ts';
import type { StaffItem, StaffItemAct } from '../../../shared/keepsakes/staff-items.ts';
import { write } from '../../lib/api/request.ts';
import { upload } from '../../lib/api/upload.ts';
import { FileButton } from '../../ui/file-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { ActDialog } from '../console/act-dialog.tsx';
import type { Acting } from '../console/use-queue.ts';
import { actLabels } from './labels.ts';

type FieldName = 'storageLocation' | 'from' | 'to' | 'sealNumber' | 'trackingNumber';

const fieldsOf: Record<StaffItemAct, readonly FieldName[]> = {
  receive: ['storageLocation', 'from', 'sealNumber'],
  locate: ['storageLocation', 'sealNumber'],
  'send-back': ['trackingNumber', 'sealNumber'],
  'hand-over': ['to', 'trackingNumber', 'sealNumber'],
  arrive: ['to'],
  'come-back': ['storageLocation', 'sealNumber'],
  'waive-fee': [],
  'undo-receive': [],
  'report-lost': [],
  'confirm-lost': [],
  'not-lost': [],
};

const labels: Record<FieldName, string> = {
  storageLocation: 'Where it is kept (its owner reads this)',
  from: 'Who brought it, if not its owner',
  to: 'To whom',
  sealNumber: 'Seal number',
  trackingNumber: 'Tracking number',
};

export function ItemDialog({ item, action: act, onClose }: Acting<StaffItem, StaffItemAct>) {
  const receiver = item.returnRequestDate ? item.owner.name : (item.recipient?.name ?? '');
  const [values, setValues] = useState<Partial<Record<FieldName, string>>>({
    storageLocation: item.storageLocation ?? '',
    to: act === 'arrive' ? receiver : '',
  });
  const [photo, setPhoto] = useState<File>();
  const { button, what, done } = actLabels[act];
  const names = fieldsOf[act];
  const url = `/api/admin/physical-items/${item.id}`;

  async function send(reason: string) {
    const photoId = photo && (await sendPhoto(url, photo, reason));
    const facts = Object.fromEntries(names.map((name) => [name, values[name] ?? '']));
    await write('POST', `${url}/${act}`, {
      ...facts,
      ...(photoId && { photoId }),
      reason,
      seen: seenOf(item),
    });
    toast({ title: done, description: item.title });
  }

  return (
    <ActDialog title={`${button}: ${item.title}`} action={button} what={what} send={send} onClose={onClose}>
      {(errors) => (
        <>
          {names.map((name) => (
            <TextField
              key={name}
              label={labels[name]}
              autoComplete="off"
              isRequired={name === 'storageLocation' || act === 'arrive'}
              value={values[name] ?? ''}
              onChange={(text) => setValues({ ...values, [name]: text })}
              error={errors[name]}
            />
          ))}
          {names.length > 0 && <PhotoChoice photo={photo} onChoose={setPhoto} />}
        </>
      )}
    </ActDialog>
  );
}

function PhotoChoice({ photo, onChoose }: { photo: File | undefined; onChoose: (file: File) => void }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <FileButton variant="quiet" size="small" accept="image/*" onSelect={onChoose}>
        {photo ? 'Another picture' : 'Add a picture'}
      </FileButton>
      {photo && <span className="min-w-0 break-words text-ink-soft">{photo.name}</span>}
    </div>
  );
}

async function sendPhoto(url: string, photo: File, reason: string): Promise<string> {
  const form = new FormData();
  form.append('reason', reason);
  form.append('file', photo);
  return (await upload<ItemImage>(`${url}/photos`, form)).id;
}

function seenOf(item: StaffItem) {
  const { status, storageLocation, isFeeSettled, recipient, owner, returnRequestDate } = item;
  return {
    status,
    storageLocation,
    isFeeSettled,
    recipientName: recipient?.name ?? null,
    mailingAddress: returnRequestDate ? owner.address : (recipient?.mailingAddress ?? null),
    isHeld: recipient?.isHeld ?? false,
    lostReason: item.lostReport?.reason ?? null,
    isLost: item.lostAt !== null,
  };
}
