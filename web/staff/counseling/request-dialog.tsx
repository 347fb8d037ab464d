import { useState } from 'react';
import { notesMaxCharacters } from '../../../shared/care/session-catalogue.ts';
import type { StaffRequestAct, StaffTherapyRequest } from '../../../shared/care/staff-therapy-requests.ts';
import { write } from '../../lib/api/request.ts';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { ActDialog } from '../console/act-dialog.tsx';
import type { Acting } from '../console/queue.tsx';

export type RequestAct = StaffRequestAct | 'notes';

const texts = {
  answer: {
    title: 'Offer a time',
    what: 'The owner gets an email, and can book and pay for it if it suits them. Times are Eastern.',
    done: 'The time is offered',
  },
  decline: {
    title: 'No time found',
    what: 'The owner gets an email that says so kindly. A time can still be offered later.',
    done: 'The request is answered',
  },
  notes: {
    title: 'Notes about this request',
    what: 'For staff only, kept encrypted. What was written before is replaced.',
    done: 'The notes are saved',
  },
} as const;

export function RequestDialog({
  item: request,
  action: act,
  onClose,
}: Acting<StaffTherapyRequest, RequestAct>) {
  const [values, setValues] = useState({
    date: request.preferredDate,
    time: '',
    therapistAssigned: request.therapistAssigned ?? '',
    adminNotes: '',
  });
  const set = (changes: Partial<typeof values>) => setValues({ ...values, ...changes });
  const { title, what, done } = texts[act];

  async function send(reason: string) {
    const { status, scheduledDate } = request;
    const { adminNotes, ...answer } = values;
    const fields = { answer, decline: {}, notes: { adminNotes: adminNotes || null } }[act];
    const body = { ...fields, reason, seen: { status, scheduledDate } };
    const method = act === 'notes' ? 'PUT' : 'POST';
    await write(method, `/api/admin/therapy-requests/${request.id}/${act}`, body);
    toast({ title: done, description: request.owner.name });
  }

  return (
    <ActDialog title={title} what={what} send={send} onClose={onClose}>
      {(errors) => (
        <>
          {act === 'answer' && (
            <>
              <TextField
                label="Day"
                type="date"
                value={values.date}
                error={errors['date']}
                onChange={(date) => set({ date })}
              />
              <TextField
                label="Time"
                placeholder="18:30"
                value={values.time}
                error={errors['time']}
                onChange={(time) => set({ time })}
              />
              <TextField
                label="Therapist"
                value={values.therapistAssigned}
                error={errors['therapistAssigned']}
                onChange={(therapistAssigned) => set({ therapistAssigned })}
              />
            </>
          )}
          {act === 'notes' && (
            <TextArea
              label="Notes"
              rows={5}
              maxLength={notesMaxCharacters}
              value={values.adminNotes}
              error={errors['adminNotes']}
              onChange={(adminNotes) => set({ adminNotes })}
            />
          )}
        </>
      )}
    </ActDialog>
  );
}
