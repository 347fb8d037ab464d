import { useState } from 'react';
import { fullNameOf } from '../../../../../shared/names.ts';
import type { Recipient } from '../../../../../shared/people/recipients.ts';
import { formatDayAndMonth } from '../../../../lib/dates.ts';
import type { Choice } from '../../../../ui/choice-card.tsx';
import { RadioGroup } from '../../../../ui/choice-group.tsx';
import { Link } from '../../../../ui/link.tsx';
import { SearchField } from '../../../../ui/search-field.tsx';
import { yearlyDays } from '../life-thread/yearly-days.ts';
import { neededAddress } from '../schedules/schedules.ts';
import { useToday } from '../schedules/use-now.ts';
import { forPerson } from './series-plan.ts';
import type { SeriesForm } from './use-series-plan.ts';

const searchFrom = 8;

/** Asks whom it is for, on phones; on larger screens that is the first word of the sentence. */
export function PersonChoice({ form, error }: { form: SeriesForm; error: string | undefined }) {
  const { plan, change, recipients, nowMs } = form;
  const [search, setSearch] = useState('');
  const today = useToday();
  const all = recipients.data ?? [];
  const wanted = search.trim().toLowerCase();
  const shown = all.filter(
    (person) => person.id === plan.recipientId || fullNameOf(person).toLowerCase().includes(wanted),
  );
  return (
    <div className="grid gap-4 wrap-anywhere">
      {all.length > searchFrom && (
        <SearchField label="Search your recipients" value={search} onChange={setSearch} />
      )}
      <RadioGroup
        label="Recipient"
        isLabelHidden
        value={plan.recipientId}
        choices={shown.map((person) => toChoice(person, today))}
        error={error}
        onChange={(id) => {
          const person = all.find((each) => each.id === id);
          if (person) change(forPerson(plan, person, nowMs));
        }}
      />
      <Link href="/recipients" className="inline-flex min-h-11 items-center self-start text-small">
        Add or correct a recipient
      </Link>
    </div>
  );
}

function toChoice(person: Recipient, today: string): Choice {
  const { id, relationship, phone, reachedBy } = person;
  const relation = relationship === 'other' ? '' : `your ${relationship}`;
  const next = nextBirthday(person, today);
  return {
    value: id,
    label: fullNameOf(person),
    description: (
      <>
        {[relation, next].filter(Boolean).join(', ')}
        {!reachedBy && (
          <span className="block text-gold">no {neededAddress('digital', phone !== null)} yet</span>
        )}
      </>
    ),
  };
}

/** 'turns 26 on 4 May' */
function nextBirthday(person: Recipient, today: string): string {
  const until = `${Number(today.slice(0, 4)) + 1}-12-31`;
  const next = yearlyDays(person, today, until).find(({ isBirthday }) => isBirthday);
  return next ? `turns ${next.years} on ${formatDayAndMonth(next.date)}` : '';
}
