import type { Ref } from 'react';
import { type FieldText, useFieldIds } from './field.tsx';
import { FieldSet } from './field-set.tsx';
import { Select } from './select.tsx';
import { TextField } from './text-field.tsx';

/** The parts of a day as typed; each may be empty. */
export interface DayParts {
  day: string;
  /** 1 to 12 */
  month: string;
  year: string;
}

export interface DayFieldProps extends FieldText {
  value: DayParts;
  onChange: (value: DayParts) => void;
  onBlur?: (() => void) | undefined;
  name?: string | undefined;
  /** The ref of the first part. */
  ref?: Ref<HTMLInputElement> | undefined;
}

export const noDay: DayParts = { day: '', month: '', year: '' };

const months = Array.from({ length: 12 }, (_, index) => ({
  value: String(index + 1),
  label: new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2024, index, 15),
  ),
}));

/** A day that people know by heart, such as the day of a birth or a death: typed in three parts, not picked from a calendar. */
export function DayField({ value, onChange, onBlur, name, ref, ...text }: DayFieldProps) {
  const ids = useFieldIds();
  const set = (change: Partial<DayParts>) => onChange({ ...value, ...change });
  return (
    <FieldSet ids={ids} {...text}>
      <div className="grid max-w-135 large-text:grid-cols-1 grid-cols-[3.5rem_minmax(0,1fr)_4.75rem] gap-2 md:grid-cols-[7rem_minmax(0,1fr)_8.75rem] md:gap-4">
        <TextField
          label="Day"
          ref={ref}
          name={name}
          onBlur={onBlur}
          inputMode="numeric"
          maxLength={2}
          autoComplete="off"
          value={value.day}
          onChange={(day) => set({ day: digits(day) })}
        />
        <Select
          label="Month"
          value={value.month}
          placeholder="Month"
          options={months}
          onChange={(month) => set({ month })}
        />
        <TextField
          label="Year"
          inputMode="numeric"
          maxLength={4}
          autoComplete="off"
          value={value.year}
          onChange={(year) => set({ year: digits(year) })}
        />
      </div>
    </FieldSet>
  );
}

/** YYYY-MM-DD; undefined if the parts are not a calendar day. */
export function dayOf({ day, month, year }: DayParts): string | undefined {
  const text = `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
  return isDay && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text) ? text : undefined;
}

/** The parts of a day, YYYY-MM-DD. */
export function partsOf(date: string | null): DayParts {
  const [year = '', month = '', day = ''] = date?.split('-') ?? [];
  return { day: String(Number(day) || ''), month: String(Number(month) || ''), year };
}

function digits(typed: string): string {
  return typed.replaceAll(/\D/g, '');
}
