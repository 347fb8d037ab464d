import { ChevronRight } from 'lucide-react';
import { lazy, type MouseEvent, type ReactNode, Suspense, useState } from 'react';
import type { TrustedPerson } from '../../../../shared/after-death/trusted-access.ts';
import { Button } from '../../../ui/button.tsx';
import { joinClasses } from '../../../ui/join-classes.ts';
import { Thread } from '../../../ui/thread.tsx';
import { dayOf, needsHelp } from './phrases.ts';
import { ReachBadge } from './reach-badge.tsx';

const SearchField = lazy(async () => ({
  default: (await import('../../../ui/search-field.tsx')).SearchField,
}));

interface PeopleListProps {
  people: readonly TrustedPerson[];
  ownerFirstName: string;
  shown: TrustedPerson | undefined;
  className?: string | undefined;
  onChoose: (person: TrustedPerson) => void;
  children: ReactNode;
}

/** With more, there is a search, whoever needs help comes first, and not everybody is shown at once. */
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
        <p>This page never shows what was left, how much, when more is to come, or what they write back.</p>
        {children}
      </div>
    </section>
  );
}

/** Those whose name or email holds what was typed, a page at a time. */
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

/** Without capitals and accents, so that "ines" finds Inés. */
function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}

/** As stored, which is trimmed: `fullNameOf` would be one more file to load for a page that has no byte to spare. */
function nameOf({ firstName, lastName }: TrustedPerson): string {
  return `${firstName} ${lastName}`;
}

interface RowProps {
  person: TrustedPerson;
  isShown: boolean;
  isLast: boolean;
  onChoose: () => void;
}

function Row({ person, isShown, isLast, onChoose }: RowProps) {
  const name = nameOf(person);
  return (
    <li className="relative grid grid-cols-[2.875rem_minmax(0,1fr)] gap-4.5 pb-6 leading-snug">
      {!isLast && (
        <Thread
          path="M8 0C15 34 1 66 8 100"
          viewBox="0 0 16 100"
          drawn="none"
          isStretched
          className="absolute top-11.5 left-4 h-[calc(100%-2.875rem)] w-4"
        />
      )}
      <span
        aria-hidden="true"
        className="relative grid size-11.5 place-items-center rounded-full border-[1.5px] border-thread bg-gold-wash font-serif text-base font-medium text-gold"
      >
        {name.trim().charAt(0).toUpperCase()}
      </span>
      <a
        href={`?person=${person.id}`}
        aria-current={isShown ? 'true' : undefined}
        className="-mt-1.5 -ml-2 flex min-h-11 items-center justify-between gap-3 rounded-choice border border-transparent px-3.5 py-2.5 text-ink no-underline transition-colors hover:bg-pine-wash/50 lg:aria-current:border-thread lg:aria-current:bg-card lg:aria-current:shadow-card"
        onClick={(event) => follow(event, onChoose)}
      >
        <span className="min-w-0">
          <span className="block font-serif text-[1.375rem] leading-tight wrap-anywhere">
            {name}
            {person.isYou && <span className="font-sans text-small text-ink-soft"> · you</span>}
          </span>
          <span className="mt-2 flex flex-wrap items-center gap-x-3.5 gap-y-2 text-small text-ink-soft">
            <ReachBadge reach={person.reach} />
            {noteOf(person)}
          </span>
        </span>
        <ChevronRight
          aria-hidden="true"
          className="size-5 flex-none text-ink-soft lg:hidden"
          strokeWidth={1.5}
        />
      </a>
    </li>
  );
}

function noteOf({ reach, reachedAt, cameBackAt }: TrustedPerson): string | undefined {
  if (reach === 'reached' && reachedAt) return dayOf(reachedAt);
  if (reach === 'not_reached' && cameBackAt) return 'The email came back';
  return undefined;
}

/** A press with a key held opens it elsewhere, as with every link. */
function follow(event: MouseEvent, onFollow: () => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  onFollow();
}
