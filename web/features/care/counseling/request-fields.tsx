import {
  notesMaxCharacters,
  type SessionType,
  sessionKinds,
  sessionTypes,
} from '../../../../shared/care/session-catalogue.ts';
import { Select } from '../../../ui/select.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';

const kinds = sessionTypes.map((value) => ({ value, label: `${sessionKinds[value].name} session` }));

export const emptyRequest = {
  sessionType: 'individual' as SessionType,
  preferredDate: '',
  preferredTime: '',
  reason: '',
  specialRequests: '',
};

export type RequestValues = typeof emptyRequest;

/** Whether anything was chosen or typed. */
export function isBegun(values: RequestValues): boolean {
  const names = Object.keys(emptyRequest) as (keyof RequestValues)[];
  return names.some((name) => values[name] !== emptyRequest[name]);
}

interface RequestFieldsProps {
  values: RequestValues;
  errors: Readonly<Record<string, string>>;
  firstDay: string;
  onChange: (changes: Partial<RequestValues>) => void;
}

export function RequestFields({ values, errors, firstDay, onChange }: RequestFieldsProps) {
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
