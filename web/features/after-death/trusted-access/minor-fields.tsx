import { useEffect, useRef, useState } from 'react';
import { fullNameOf } from '../../../../shared/names.ts';
import { DayField, type DayParts, dayOf, noDay } from '../../../ui/day-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { hasDied } from './person-words.ts';
import type { AmongPeople } from './use-trusted.ts';

/** The value of this option. The empty text means that nothing is chosen yet. */
const somebodyElse = 'somebody else';

interface MinorFieldsProps extends Pick<AmongPeople, 'person' | 'people'> {
  errors: Readonly<Record<string, string>>;
  /** Texts are empty if nothing is chosen. */
  onChange: (answer: { guardianId: string } | { birthday: string }) => void;
}

/** Who may have a say in what comes to a child, and until when. A person here confirms it first. */
export function MinorFields({ person, people, errors, onChange }: MinorFieldsProps) {
  const { firstName } = person;
  const [guardianId, setGuardianId] = useState(somebodyElse);
  const [born, setBorn] = useState(noDay);
  const first = useRef<HTMLSelectElement>(null);
  // These fields appear after the rest of the form, so they take the focus.
  useEffect(() => first.current?.focus(), []);
  const asked = people.filter(
    (other) => other.id !== person.id && !hasDied(other) && (other.email || other.phone),
  );

  function chooseGuardian(id: string) {
    setGuardianId(id);
    onChange({ guardianId: id === somebodyElse ? '' : id });
  }

  function changeDay(parts: DayParts) {
    setBorn(parts);
    // A date that is not valid is sent as it was typed, and the server says so.
    const typed = [parts.year, parts.month, parts.day].filter(Boolean).join('-');
    onChange({ birthday: dayOf(parts) ?? typed });
  }

  return (
    <>
      <Select
        ref={first}
        label={`Who of these people looks after ${firstName}?`}
        description={`Whoever it is may say “not yet” before something comes to ${firstName}, and never sees it. A person here confirms it first.`}
        options={[
          { value: somebodyElse, label: 'Somebody else, or not sure' },
          ...asked.map((other) => ({
            value: other.id,
            label: other.isYou ? `${fullNameOf(other)} (you)` : fullNameOf(other),
          })),
        ]}
        value={guardianId}
        error={errors['guardianId']}
        onChange={chooseGuardian}
      />
      <DayField
        label={`When was ${firstName} born?`}
        isOptional
        description={`At eighteen ${firstName} no longer needs anybody’s say.`}
        value={born}
        error={errors['birthday']}
        onChange={changeDay}
      />
    </>
  );
}
