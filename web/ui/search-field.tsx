import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { useFieldIds } from './field.tsx';
import { joinClasses } from './join-classes.ts';

export interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  className?: string | undefined;
}

export function SearchField({ label, value, onChange, className }: SearchFieldProps) {
  const ids = useFieldIds();
  const input = useRef<HTMLInputElement>(null);

  function clear() {
    onChange('');
    input.current?.focus();
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key !== 'Escape' || value === '') return;
    event.stopPropagation();
    clear();
  }

  return (
    <search className={joinClasses('relative block', className)}>
      <label htmlFor={ids.control} className="sr-only">
        {label}
      </label>
      <Search
        aria-hidden="true"
        className="absolute top-3.5 left-3.5 size-5 text-ink-soft"
        strokeWidth={1.5}
      />
      <input
        ref={input}
        id={ids.control}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        value={value}
        placeholder={label}
        className="control px-11"
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={handleKey}
      />
      {value !== '' && (
        <button
          type="button"
          aria-label="Clear search"
          className="absolute top-0.5 right-0.5 grid size-11 place-items-center rounded-full text-ink-soft hover:text-ink"
          onClick={clear}
        >
          <X aria-hidden="true" className="size-5" strokeWidth={1.5} />
        </button>
      )}
    </search>
  );
}
