import { useState } from 'react';
import {
  notesMaxCharacters,
  type SessionType,
  sessionKinds,
  sessionTypes,
} from '../../../../shared/care/session-catalogue.ts';
import { TherapyRequestForm } from '../../../../shared/care/therapy-requests.ts';
import { fieldsOf } from '../../../lib/api/api-error.ts';
import { firstMessages } from '../../../lib/check-form.ts';
import { todayIn } from '../../../lib/dates.ts';
import { useFirstFault } from '../../../lib/focus.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { showFailure, toast } from '../../../ui/toast.ts';
import { useMakeTherapyRequest } from './queries.ts';

const kinds = sessionTypes.map((value) => ({ value, label: `${sessionKinds[value].name} session` }));

const emptyRequest = {
  sessionType: 'individual' as SessionType,
  preferredDate: '',
  preferredTime: '',
  reason: '',
  specialRequests: '',
};

type RequestValues = typeof emptyRequest;

/** "None of these times suit me": asks for another one. */
export function RequestDialog({ timezone, onClose }: { timezone: string; onClose: () => void }) {
  const [values, setValues] = useState(emptyRequest);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const { mutateAsync: make, isPending } = useMakeTherapyRequest();
  const [attempts, setAttempts] = useState(0);
  const form = useFirstFault<HTMLFormElement>(attempts);
  const firstDay = todayIn(timezone, Date.now()).toString();
  const set = (changes: Partial<RequestValues>) => setValues((before) => ({ ...before, ...changes }));

  async function send() {
    const invalid = firstMessages(TherapyRequestForm.safeParse(values));
    setErrors(invalid);
    setAttempts((count) => count + 1);
    if (Object.keys(invalid).length > 0) return;
    try {
      await make(values);
      toast({ title: 'We have your request', description: 'We will write to you by email.' });
      onClose();
    } catch (error) {
      setErrors(fieldsOf(error));
      setAttempts((count) => count + 1);
      showFailure(error, 'Your request could not be sent. Please try again.');
    }
  }

  return (
    <FormDialog
      title="Another time"
      action="Send request"
      cancelLabel="Go Back"
      isBusy={isPending}
      formRef={form}
      onCancel={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <RequestFields values={values} errors={errors} firstDay={firstDay} onChange={set} />
    </FormDialog>
  );
}

interface RequestFieldsProps {
  values: RequestValues;
  errors: Readonly<Record<string, string>>;
  firstDay: string;
  onChange: (changes: Partial<RequestValues>) => void;
}

function RequestFields({ values, errors, firstDay, onChange }: RequestFieldsProps) {
  return (
    <>
      <p>
        Say what would suit you. We look for a counselor and write to you with a day and a time; you pay only
        if you book it.
      </p>
      <Select<SessionType>
        label="Kind of session"
        value={values.sessionType}
        options={kinds}
        onChange={(sessionType) => onChange({ sessionType })}
      />
      <TextField
        label="Day"
        type="date"
        isRequired
        min={firstDay}
        value={values.preferredDate}
        error={errors['preferredDate']}
        onChange={(preferredDate) => onChange({ preferredDate })}
      />
      <TextField
        label="Time"
        isRequired
        description="In your own words, such as “after 19:00” or “any morning”."
        value={values.preferredTime}
        error={errors['preferredTime']}
        onChange={(preferredTime) => onChange({ preferredTime })}
      />
      <TextArea
        label="What it is about"
        isOptional
        rows={3}
        maxLength={notesMaxCharacters}
        value={values.reason}
        error={errors['reason']}
        onChange={(reason) => onChange({ reason })}
      />
      <TextArea
        label="Anything we should think of"
        isOptional
        rows={2}
        maxLength={notesMaxCharacters}
        description="Only you and our staff can read this. It is kept encrypted and never put in an email."
        value={values.specialRequests}
        error={errors['specialRequests']}
        onChange={(specialRequests) => onChange({ specialRequests })}
      />
    </>
  );
}
