import { useState } from 'react';
import type {
  StaffRequestAct,
  StaffStorageRequest,
} from '../../../../shared/keepsakes/staff-storage-requests.ts';
import { write } from '../../../lib/api/request.ts';
import { TextArea } from '../../../ui/text-area.tsx';
import { toast } from '../../../ui/toast.ts';
import { ActDialog } from '../../console/act-dialog.tsx';
import { actWords } from './words.ts';

interface RequestActDialogProps {
  /** As it was when the dialog opened. */
  request: StaffStorageRequest;
  act: StaffRequestAct;
  onClose: () => void;
}

export function RequestActDialog({ request, act, onClose }: RequestActDialogProps) {
  const { status, answer, adminNotes } = request;
  const isNote = act === 'notes';
  const [text, setText] = useState((isNote ? adminNotes : answer) ?? '');
  const { button, field, what, done } = actWords[act];

  async function send(reason: string) {
    const seen = { status, answer, adminNotes };
    const body = { reason, seen, ...(isNote ? { adminNotes: text } : { answer: text }) };
    await write(isNote ? 'PUT' : 'POST', `/api/admin/physical-storage-requests/${request.id}/${act}`, body);
    toast({ title: done, description: request.owner.name });
  }

  return (
    <ActDialog title={button} what={what} send={send} onClose={onClose}>
      {(errors) => (
        <TextArea
          label={field}
          rows={4}
          isRequired={!isNote}
          value={text}
          onChange={setText}
          error={errors['answer'] ?? errors['adminNotes']}
        />
      )}
    </ActDialog>
  );
}
