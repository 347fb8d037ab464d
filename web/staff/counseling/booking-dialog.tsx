import { useState } from 'react';
import { notesMaxCharacters, sessionTimes } from '../../../shared/care/session-catalogue.ts';
import type { StaffBooking } from '../../../shared/care/staff-counselor-bookings.ts';
import { write } from '../../lib/api/request.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { ActDialog } from '../console/act-dialog.tsx';
import type { Acting } from '../console/queue.tsx';
import { actLabels, type BookingAct, sessionMoment } from './labels.ts';

interface Values {
  meetingLink: string;
  sessionDate: string;
  sessionTime: string;
  counselorNotes: string;
  isShared: boolean;
}

export function BookingDialog({ item: booking, action: act, onClose }: Acting<StaffBooking, BookingAct>) {
  const { id, status, startsAt, meetingLink, sessionDate, sessionTime, notesSharedAt } = booking;
  const [values, setValues] = useState<Values>({
    meetingLink: meetingLink ?? '',
    sessionDate,
    sessionTime,
    counselorNotes: '',
    isShared: notesSharedAt !== null,
  });
  const { title, what, done } = actLabels[act];

  async function send(reason: string) {
    const seen = { status, startsAt, meetingLink };
    const method = act === 'link' || act === 'notes' ? 'PUT' : 'POST';
    const body = { ...fieldsFor(act, values), reason, seen };
    const after = await write<StaffBooking>(method, `/api/admin/counselor-bookings/${id}/${act}`, body);
    toast({ title: done, description: sessionMoment(after.startsAt) });
  }

  return (
    <ActDialog title={title} what={what} isDangerous={act === 'cancel'} send={send} onClose={onClose}>
      {(errors) => (
        <Fields
          act={act}
          values={values}
          errors={errors}
          onChange={(changes) => setValues({ ...values, ...changes })}
        />
      )}
    </ActDialog>
  );
}

function fieldsFor(act: BookingAct, values: Values): object {
  const { meetingLink, sessionDate, sessionTime, counselorNotes, isShared } = values;
  if (act === 'confirm') return { meetingLink: meetingLink || null };
  if (act === 'link') return { meetingLink };
  if (act === 'move') return { sessionDate, sessionTime };
  if (act === 'notes') return { counselorNotes: counselorNotes || null, isShared };
  return {};
}

interface FieldsProps {
  act: BookingAct;
  values: Values;
  errors: Readonly<Record<string, string>>;
  onChange: (changes: Partial<Values>) => void;
}

const times = sessionTimes.map((time) => ({ value: time as string, label: time }));

function Fields({ act, values, errors, onChange }: FieldsProps) {
  if (act === 'confirm' || act === 'link')
    return (
      <TextField
        label="Meeting link"
        inputMode="url"
        autoComplete="off"
        isRequired={act === 'link'}
        description="Begins with https://"
        value={values.meetingLink}
        error={errors['meetingLink']}
        onChange={(meetingLink) => onChange({ meetingLink })}
      />
    );
  if (act === 'move')
    return (
      <>
        <TextField
          label="Day"
          type="date"
          value={values.sessionDate}
          error={errors['sessionDate']}
          onChange={(sessionDate) => onChange({ sessionDate })}
        />
        <Select
          label="Time"
          value={values.sessionTime}
          error={errors['sessionTime']}
          options={times}
          onChange={(sessionTime) => onChange({ sessionTime })}
        />
      </>
    );
  if (act !== 'notes') return null;
  return (
    <>
      <TextArea
        label="Notes"
        rows={5}
        maxLength={notesMaxCharacters}
        value={values.counselorNotes}
        error={errors['counselorNotes']}
        onChange={(counselorNotes) => onChange({ counselorNotes })}
      />
      <Checkbox
        label="Shared with the owner"
        value={values.isShared}
        onChange={(isShared) => onChange({ isShared })}
      />
    </>
  );
}
