import { useRef, useState } from 'react';
import type { DefaultValues, FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { currentOf } from '../../lib/api/api-error.ts';
import type { FieldChoices } from './compare-fields.tsx';
import type { ComparedField, Described } from './differing-fields.ts';
import { findDifferingFields } from './differing-fields.ts';

interface StaleFormOptions<Entry, Values, Name extends string> {
  /** What the form was opened with; null for something new, which nobody else can have changed. */
  entry: Entry | null;
  toValues: (entry: Entry) => Values;
  labels: Readonly<Record<Name, string>>;
  /** The values in words; with the entry that they come from, if they were not typed. */
  describe: (values: Values, entry: Entry | null) => Described<Name>;
}

interface Stale<Entry, Values> {
  current: Entry;
  typed: Values;
}

/**
 * What follows when a form is saved over an entry that was changed elsewhere since it was read: the fields that differ, for
 * CompareFields, and the form as the person wants it.
 */
export function useStaleForm<Entry, Values extends FieldValues, Name extends Path<Values>>(
  form: Pick<UseFormReturn<Values>, 'reset' | 'setValue'>,
  { entry, toValues, labels, describe }: StaleFormOptions<Entry, Values, Name>,
) {
  const read = useRef(entry);
  const [stale, setStale] = useState<Stale<Entry, Values> | null>(null);

  /** Whether `error` is such a refusal. The page then shows `fields`. */
  function isRefusedBy(error: unknown, typed: Values): boolean {
    const current = currentOf<Entry>(error);
    if (current) setStale({ current, typed });
    return current !== undefined;
  }

  /** The entry as it is now becomes what the form was opened with, and what was chosen from here is typed over it. */
  function settle(choices: FieldChoices): void {
    if (!stale) return;
    const saved = toValues(stale.current);
    read.current = stale.current;
    form.reset(saved as DefaultValues<Values>);
    for (const name of Object.keys(stale.typed) as Path<Values>[]) {
      if (choices[name] === 'typed' || !(name in labels))
        form.setValue(name, stale.typed[name] as PathValue<Values, Path<Values>>, { shouldDirty: true });
    }
    setStale(null);
  }

  /** The form follows what was saved, here or elsewhere. */
  function follow(next: Entry): void {
    read.current = next;
    form.reset(toValues(next) as DefaultValues<Values>);
  }

  return {
    /** Null while nothing was refused. */
    fields: stale && fieldsOf(stale),
    /** What the form was opened with, to be sent along. */
    read,
    isRefusedBy,
    settle,
    follow,
    back: () => setStale(null),
  };

  function fieldsOf({ current, typed }: Stale<Entry, Values>): ComparedField<Name>[] {
    return findDifferingFields(labels, {
      read: read.current && describe(toValues(read.current), read.current),
      saved: describe(toValues(current), current),
      typed: describe(typed, null),
    });
  }
}
