import { useRef, useState } from 'react';
import type { DefaultValues, FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { currentOf } from '../../lib/api/api-error.ts';
import type { FieldChoices } from './compare-fields.tsx';
import { type ComparedField, type Described, findDifferingFields } from './differing-fields.ts';

interface StaleFormOptions<Entry, Values, Name extends string> {
  /** The entry the form was opened with; null for a new one, which nobody else can have changed. */
  entry: Entry | null;
  toValues: (entry: Entry) => Values;
  labels: Readonly<Record<Name, string>>;
  /** The values in words; with the entry they come from, if they were not typed. */
  describe: (values: Values, entry: Entry | null) => Described<Name>;
}

interface Stale<Entry, Values> {
  current: Entry;
  typed: Values;
}

/**
 * What to do when a form is saved over an entry that was changed elsewhere since it was read: returns the
 * differing fields, for CompareFields, and updates the form as the person chooses.
 */
export function useStaleForm<Entry, Values extends FieldValues, Name extends Path<Values>>(
  form: Pick<UseFormReturn<Values>, 'getValues' | 'reset' | 'setValue'>,
  { entry, toValues, labels, describe }: StaleFormOptions<Entry, Values, Name>,
) {
  const read = useRef(entry);
  const [stale, setStale] = useState<Stale<Entry, Values> | null>(null);

  /** Whether `error` is such a refusal. The page then shows `fields`. */
  function isRefusedBy(error: unknown): boolean {
    const current = currentOf<Entry>(error);
    if (current) setStale({ current, typed: form.getValues() });
    return current !== undefined;
  }

  /** Resets the form to the entry as it is now, then fills in again what was typed and chosen. */
  function settle(choices: FieldChoices): void {
    if (!stale) return;
    resetTo(stale.current, stale.typed, (name) => choices[name] === 'typed' || !(name in labels));
    setStale(null);
  }

  /** Resets the form to what was saved, here or elsewhere, except for what was typed after `sent`. */
  function follow(next: Entry, sent: Values = form.getValues()): void {
    const typed = form.getValues();
    resetTo(next, typed, (name) => JSON.stringify(typed[name]) !== JSON.stringify(sent[name]));
  }

  function resetTo(entry: Entry, typed: Values, isKept: (name: Path<Values>) => boolean): void {
    read.current = entry;
    form.reset(toValues(entry) as DefaultValues<Values>);
    for (const name of Object.keys(typed) as Path<Values>[]) {
      if (isKept(name))
        form.setValue(name, typed[name] as PathValue<Values, Path<Values>>, { shouldDirty: true });
    }
  }

  return {
    /** Null unless something was refused. */
    fields: stale && fieldsOf(stale),
    /** The entry the form was opened with, to be sent along. */
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
