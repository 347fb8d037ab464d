import { type ReactNode, Suspense, useState } from 'react';

import type { TrustedPerson } from '../../../../shared/after-death/trusted-access.ts';
import { lazyComponent } from '../../../lib/lazy.ts';
import { Button } from '../../../ui/button.tsx';
import { joinClasses } from '../../../ui/join-classes.ts';
import { nameOf, Row } from './people-row.tsx';
import { needsHelp } from './phrases.ts';

const SearchField = lazyComponent(async () => (await import('../../../ui/search-field.tsx')).SearchField);

interface PeopleListProps {
  people: readonly TrustedPerson[];
  ownerFirstName: string;
  shown: TrustedPerson | undefined;
  className?: string | undefined;
  onChoose: (person: TrustedPerson) => void;
  children: ReactNode;
}

/** With more people than this there is a search, people who need help come first, and not everybody is shown at once. */
const manyPeople = 12;
const pageSize = 50;

export function PeopleList(props: PeopleListProps) {
  const { people, ownerFirstName, shown, className, onChoose, children } = props;
  const { typed, setTyped, found, some, more } = useFinding(people);
  const isLong = people.length > manyPeople;
  return (
    <section className={joinClasses('min-w-0', isLong && 'lg:sticky lg:top-6', className)}>
      <h2 className="mb-5.5 text-heading wrap-anywhere">The people {ownerFirstName} wrote down</h2>
      {isLong && (
        <div className="mb-7 min-h-12">
          <Suspense fallback={null}>
            <SearchField label="Find somebody" value={typed} onChange={setTyped} />
          </Suspense>
        </div>
      )}
      <p role="status" className="sr-only">
        {typed && `${found.length} found`}
      </p>
      {found.length === 0 && (
        <p className="mb-7 text-ink-soft">
          {typed ? 'Nobody here has this name.' : `${ownerFirstName} wrote nobody down.`}
        </p>
      )}
      <div
        className={
          isLong
            ? 'lg:max-h-[calc(100dvh-14rem)] lg:overflow-y-auto lg:overscroll-contain lg:px-1 lg:pt-2'
            : undefined
        }
      >
        <ul className="grid grid-cols-1">
          {some.map((person, place) => (
            <Row
              key={person.id}
              person={person}
              isShown={person.id === shown?.id}
              isLast={place === some.length - 1}
              onChoose={() => onChoose(person)}
            />
          ))}
        </ul>
        {more && (
          <Button variant="quiet" className="mb-8" onPress={more}>
            Show more people
          </Button>
        )}
      </div>
      <div className="max-w-[44ch] border-t border-line pt-5 text-small text-ink-soft max-lg:mb-4">
        <p>This page never shows what was left, how much, or when more is to come.</p>
        {children}
      </div>
    </section>
  );
}

/** The people whose name or email contains what was typed, a page at a time. */
function useFinding(people: readonly TrustedPerson[]) {
  const [typed, setTyped] = useState('');
  const [count, setCount] = useState(pageSize);
  const words = plain(typed);
  const ordered =
    people.length > manyPeople
      ? people.toSorted((one, other) => Number(needsHelp(other)) - Number(needsHelp(one)))
      : people;
  const found = ordered.filter((person) => plain(`${nameOf(person)} ${person.email ?? ''}`).includes(words));
  return {
    ...{ typed, found },
    setTyped: (text: string) => {
      setTyped(text);
      setCount(pageSize);
    },
    some: found.slice(0, count),
    more: found.length > count ? () => setCount(count + pageSize) : undefined,
  };
}

/** In lower case and without accents, so that "ines" finds Inés. */
function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}
