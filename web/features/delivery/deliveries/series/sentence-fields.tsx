import { type ReactNode, useId, useState } from 'react';
import type { Recipient } from '../../../../../shared/people/recipients.ts';
import { monthNames } from '../../../../lib/dates.ts';
import { FieldError } from '../../../../ui/field.tsx';
import { joinClasses } from '../../../../ui/join-classes.ts';
import { Select, type SelectProps } from '../../../../ui/select.tsx';
import { TimeField } from '../../../../ui/time-field.tsx';
import { TimeZoneField } from '../../../accounts/profile/time-zones/time-zones.tsx';
import {
  dayOptions,
  daysOfMonth,
  dayValue,
  isKnownDay,
  otherDay,
  otherTime,
  personOptions,
  readDay,
  readUntil,
  timeOptions,
  untilOptions,
  untilValue,
} from './sentence-options.ts';
import type { SeriesErrors } from './series-errors.ts';
import { forPerson, onDay } from './series-plan.ts';
import type { SeriesForm } from './use-series-plan.ts';

interface SentenceFieldsProps {
  form: SeriesForm;
  errors: SeriesErrors;
}

/** The sentence that is the form: For Maya every 4 May until they are 30 at 12:00 Eastern. On phones its parts are stacked. */
export function SentenceFields({ form, errors }: SentenceFieldsProps) {
  const { plan, change, person, recipients, nowMs } = form;
  const [isExact, setExact] = useState(false);
  return (
    <>
      <div className="in-sentence grid gap-4 md:flex md:flex-wrap md:items-center md:gap-x-3.5 md:gap-y-3">
        <Part word="For" isHidden>
          <InSentence
            label="For whom"
            placeholder="somebody"
            options={personOptions(recipients.data ?? [])}
            value={plan.recipientId ?? ''}
            onChange={(id) => {
              const chosen = recipients.data?.find((each) => each.id === id);
              if (chosen) change(forPerson(plan, chosen, nowMs));
            }}
          />
        </Part>
        {person && (
          <>
            <DayPart form={form} person={person} />
            <Part word="until">
              <InSentence
                label="Until"
                placeholder="a year"
                options={untilOptions(plan, person, nowMs)}
                value={plan.until ? untilValue(plan.until) : ''}
                onChange={(value) => change({ until: readUntil(value) })}
              />
            </Part>
            <Part word="at">
              <InSentence
                label="At"
                options={timeOptions(plan)}
                value={isExact ? otherTime : plan.time}
                onChange={(value) => {
                  setExact(value === otherTime);
                  if (value !== otherTime) change({ time: value });
                }}
              />
            </Part>
          </>
        )}
      </div>
      {isExact && <ExactTime form={form} error={errors.time} />}
      <div className="mt-2 grid gap-1 empty:hidden">
        {[errors.person, errors.day, errors.until].map(
          (error) => error && <FieldError key={error}>{error}</FieldError>,
        )}
      </div>
    </>
  );
}

/** Days that matter first, then any day. */
function DayPart({ form, person }: { form: SeriesForm; person: Recipient }) {
  const { plan, change, nowMs } = form;
  const [isOther, setOther] = useState(plan.day === null || !isKnownDay(person, plan.day));
  const hasKnown = person.birthday !== null || person.days.length > 0;
  const isOwn = isOther || !plan.day || !isKnownDay(person, plan.day);
  const day = plan.day ?? { month: 1, day: 1 };
  const choose = (chosen: typeof day) => change(onDay(plan, person, chosen, nowMs));
  return (
    <Part word="every">
      {hasKnown && (
        <InSentence
          label="Every"
          options={dayOptions(person)}
          value={isOwn ? otherDay : dayValue(day)}
          onChange={(value) => {
            setOther(value === otherDay);
            choose(value === otherDay ? day : readDay(value));
          }}
        />
      )}
      {isOwn && (
        <div className="flex gap-2.5 max-md:grid max-md:grid-cols-[1fr_2fr]">
          <InSentence
            label="Day"
            placeholder="day"
            options={daysOfMonth(day.month)}
            value={plan.day ? String(day.day) : ''}
            onChange={(value) => choose({ ...day, day: Number(value) })}
          />
          <InSentence
            label="Month"
            placeholder="month"
            options={monthNames.map((label, index) => ({ value: String(index + 1), label }))}
            value={plan.day ? String(day.month) : ''}
            onChange={(value) => {
              const month = Number(value);
              choose({ month, day: Math.min(day.day, daysOfMonth(month).length) });
            }}
          />
        </div>
      )}
    </Part>
  );
}

function ExactTime({ form: { plan, change }, error }: { form: SeriesForm; error: string | undefined }) {
  const errorId = useId();
  return (
    <div className="mt-4 grid max-w-110 grid-cols-[1fr_1.2fr] gap-2.5">
      <TimeField
        label="Delivery time"
        value={plan.time}
        errorId={error && errorId}
        onChange={(time) => change({ time })}
      />
      <TimeZoneField value={plan.timeZone} onChange={(timeZone) => change({ timeZone })} />
      <div className="col-span-full">
        <FieldError id={errorId}>{error}</FieldError>
      </div>
    </div>
  );
}

interface PartProps {
  /** The word before it; phones show labels instead. */
  word: string;
  /** On phones it is asked in another step. */
  isHidden?: boolean;
  children: ReactNode;
}

function Part({ word, isHidden = false, children }: PartProps) {
  return (
    <div
      className={joinClasses(
        'grid gap-4 md:flex md:flex-wrap md:items-center md:gap-x-3.5 md:gap-y-3',
        isHidden && 'max-md:hidden',
      )}
    >
      <span aria-hidden="true" className="font-serif text-[1.75rem] leading-tight max-md:hidden">
        {word}
      </span>
      {children}
    </div>
  );
}

/** A word of the sentence that can be chosen. Its label is for screen readers, and for phones. */
function InSentence<Value extends string>(props: SelectProps<Value>) {
  return <Select {...props} className="md:[&>label]:sr-only" />;
}
