import { Check, Search } from 'lucide-react';
import { useState } from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Input } from 'react-aria-components/Input';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { SearchField } from 'react-aria-components/SearchField';
import { describeControl, Field, useFieldIds, type ValueField } from './field.tsx';

export interface SearchListOption {
  id: string;
  label: string;
  /** A second line in the list. */
  note?: string | undefined;
}

export interface SearchListProps extends ValueField<HTMLInputElement> {
  /** The options to show for what is typed; all of them if nothing is. `value` is the id of one, or empty. */
  find: (typed: string) => readonly SearchListOption[];
  /** Shown when no option matches. */
  emptyText: string;
  placeholder?: string | undefined;
}

const row =
  'flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-small px-3 py-1.5 outline-none data-hovered:bg-pine-wash data-focused:bg-pine-wash data-selected:font-semibold forced-colors:data-focused:outline-2';

/**
 * Selects one of many options by typing. The list is part of the page, because a floating one collides with a
 * phone's keyboard and closes as soon as the page scrolls.
 */
export function SearchList(props: SearchListProps) {
  const ids = useFieldIds();
  const { value, onChange, onBlur, ref, find, emptyText, placeholder = '', ...text } = props;
  const [typed, setTyped] = useState('');

  return (
    <Field ids={ids} {...text}>
      <Autocomplete inputValue={typed} onInputChange={setTyped}>
        <SearchField aria-labelledby={ids.label} className="relative">
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute top-3.5 left-3.5 size-5 text-ink-soft"
            strokeWidth={1.5}
          />
          <Input
            {...describeControl(ids, text)}
            ref={ref ?? null}
            id={ids.control}
            role="combobox"
            aria-expanded
            placeholder={placeholder}
            className="control px-11"
            {...(onBlur && { onBlur })}
          />
        </SearchField>
        <ListBox<SearchListOption>
          aria-labelledby={ids.label}
          items={find(typed)}
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={value === '' ? [] : [value]}
          onSelectionChange={(keys) => {
            const [chosen] = keys;
            if (chosen !== undefined) onChange(String(chosen));
          }}
          className="h-66 overflow-y-auto overscroll-contain rounded-control border border-line p-1.5 outline-none"
          renderEmptyState={() => <p className="px-3 py-2.5 text-ink-soft">{emptyText}</p>}
        >
          {(option) => <Row option={option} />}
        </ListBox>
      </Autocomplete>
    </Field>
  );
}

function Row({ option: { id, label, note } }: { option: SearchListOption }) {
  return (
    <ListBoxItem id={id} textValue={label} className={row}>
      {({ isSelected }) => (
        <>
          <span className="min-w-0">
            <span className="block">{label}</span>
            {note && <span className="block text-small font-normal text-ink-soft">{note}</span>}
          </span>
          {isSelected && <Check aria-hidden="true" className="size-5 flex-none text-pine" strokeWidth={2} />}
        </>
      )}
    </ListBoxItem>
  );
}
