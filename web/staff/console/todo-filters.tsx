import { Select } from '../../ui/select.tsx';
import { ages, everything, FindForm } from './find-form.tsx';

interface TodoFiltersProps<Name extends string> {
  /** The filter besides age and owner, and its label: "status", "Status". */
  name: Name;
  label: string;
  options: readonly { value: string; label: string }[];
  filters: Partial<Record<Name | 'minAgeHours' | 'owner', string>>;
  onChange: (filters: Partial<Record<Name | 'minAgeHours' | 'owner', string>>) => void;
}

/** Filters of a queue of things to do: those not done unless something is chosen, their age, and whose they are. */
export function TodoFilters<Name extends string>(props: TodoFiltersProps<Name>) {
  const { name, label, options, filters, onChange } = props;
  const choose = (which: Name | 'minAgeHours') => (value: string) =>
    onChange({ ...filters, [which]: value === everything ? '' : value });
  return (
    <FindForm label="Owner" text={filters.owner ?? ''} onFind={(owner) => onChange({ ...filters, owner })}>
      <Select
        label={label}
        value={filters[name] ?? everything}
        onChange={choose(name)}
        options={[{ value: everything, label: 'Not done' }, ...options]}
      />
      <Select
        label="Age"
        value={filters.minAgeHours ?? everything}
        onChange={choose('minAgeHours')}
        options={ages}
      />
    </FindForm>
  );
}
