import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';

export interface FilterProps<Name extends string> {
  filters: Partial<Record<Name, string>>;
  onChange: (filters: Partial<Record<Name, string>>) => void;
}

interface Choice {
  value: string;
  label: string;
}

export const everything = 'all';
const ages: readonly Choice[] = [
  { value: everything, label: 'Any age' },
  { value: '24', label: 'Older than a day' },
  { value: '168', label: 'Older than a week' },
];

export function AgeSelect({ filters, onChange }: FilterProps<'minAgeHours'>) {
  return (
    <Select
      label="Age"
      value={filters.minAgeHours ?? everything}
      onChange={(hours) => onChange({ minAgeHours: hours === everything ? '' : hours })}
      options={ages}
    />
  );
}

interface FindFormProps {
  label: string;
  text: string;
  onFind: (text: string) => void;
  children: ReactNode;
}

/** The filters of a list. The search field at their end takes effect when it is submitted. */
export function FindForm({ label, text, onFind, children }: FindFormProps) {
  const [typed, setTyped] = useState(text);

  function find(event: FormEvent) {
    event.preventDefault();
    onFind(typed.trim());
  }

  return (
    <form
      className="@container rounded-t-card border-b border-line bg-card px-4 py-4 md:px-6 xl:sticky xl:top-0 xl:z-10"
      onSubmit={find}
    >
      <div className="grid grid-cols-[3fr_2fr] large-text:grid-cols-1 items-end gap-3 @min-[30rem]:grid-cols-[repeat(auto-fit,minmax(9rem,auto))]">
        {children}
        <TextField label={label} autoComplete="off" value={typed} onChange={setTyped} />
        <Button type="submit" variant="quiet" className="@min-[30rem]:justify-self-start">
          Find
        </Button>
      </div>
    </form>
  );
}

export function optionsOf<Value extends string>(
  labels: Readonly<Record<Value, { label: string }>>,
): Choice[] {
  return (Object.keys(labels) as Value[]).map((value) => ({ value, label: labels[value].label }));
}

interface TodoFilters<Name extends string> {
  name: Name;
  label: string;
  options: readonly Choice[];
  /** What is shown until something else is chosen; by default, everything that is not done. */
  initial?: string;
  hasAge?: boolean;
}

/** The filters of a queue of tasks: their state, their age, and their owner. */
export function todoFilters<Name extends string>(props: TodoFilters<Name>) {
  const { name, label, options, initial = everything, hasAge = true } = props;
  const states = initial === everything ? [{ value: everything, label: 'Not done' }, ...options] : options;
  return {
    filterNames: [name, 'minAgeHours', 'owner'] as const,
    filters: ({ filters, onChange }: FilterProps<Name | 'minAgeHours' | 'owner'>) => (
      <FindForm label="Owner" text={filters.owner ?? ''} onFind={(owner) => onChange({ ...filters, owner })}>
        <Select
          label={label}
          value={filters[name] ?? initial}
          onChange={(value) => onChange({ ...filters, [name]: value === everything ? '' : value })}
          options={states}
        />
        {hasAge && <AgeSelect filters={filters} onChange={(age) => onChange({ ...filters, ...age })} />}
      </FindForm>
    ),
  };
}

/** The only filter of a queue that is shown in parts, such as open and closed; the first one is the default. */
export function showFilter<Name extends string>(name: Name, options: readonly Choice[]) {
  return {
    filterNames: [name] as const,
    filters: ({ filters, onChange }: FilterProps<Name>) => (
      <div className="rounded-t-card border-b border-line bg-card px-4 py-4 md:px-6 xl:sticky xl:top-0 xl:z-10">
        <Select
          label="Show"
          className="md:max-w-72"
          value={filters[name] ?? options[0]?.value ?? ''}
          onChange={(value) => onChange({ ...filters, [name]: value })}
          options={options}
        />
      </div>
    ),
  };
}
