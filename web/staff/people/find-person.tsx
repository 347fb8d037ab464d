import { Search } from 'lucide-react';
import { type FormEvent, useId, useRef } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { useKeys } from '../console/list-keys.tsx';

const path = '/admin/people';

/** Above every page of the console; `/` focuses it. The search is stored in the URL. */
export function FindPerson() {
  const [place, navigate] = useLocation();
  const [search] = useSearchParams();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const searched = place === path ? (search.get('q') ?? '') : '';
  useKeys({ '/': () => input.current?.select() });

  function submit(event: FormEvent) {
    event.preventDefault();
    const q = input.current?.value.trim();
    navigate(q ? `${path}?${new URLSearchParams({ q })}` : path);
  }

  return (
    <search className="w-full max-w-96">
      <form className="relative" onSubmit={submit}>
        <label htmlFor={id} className="sr-only">
          Find a person
        </label>
        <Search
          aria-hidden="true"
          className="absolute top-3.5 left-3.5 size-5 text-ink-soft"
          strokeWidth={1.5}
        />
        <input
          key={searched}
          ref={input}
          id={id}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={254}
          defaultValue={searched}
          placeholder="Find a person"
          className="control pr-14 pl-11"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-3 right-3 rounded-small border border-line-strong px-2 font-sans text-small text-ink-soft max-lg:hidden"
        >
          /
        </span>
      </form>
    </search>
  );
}
