import { ChevronRight } from 'lucide-react';
import type { MouseEvent } from 'react';
import type { TrustedPerson } from '../../../../shared/after-death/trusted-access.ts';
import { Thread } from '../../../ui/thread.tsx';
import { dayOf } from './phrases.ts';
import { ReachBadge } from './reach-badge.tsx';

/** Stored names are already trimmed: importing `fullNameOf` would load one more file on a page that has no byte to spare. */
export function nameOf({ firstName, lastName }: TrustedPerson): string {
  return `${firstName} ${lastName}`;
}

interface RowProps {
  person: TrustedPerson;
  isShown: boolean;
  isLast: boolean;
  onChoose: () => void;
}

export function Row({ person, isShown, isLast, onChoose }: RowProps) {
  const name = nameOf(person);
  return (
    <li className="relative grid grid-cols-[--spacing(11.5)_minmax(0,1fr)] gap-4.5 pb-6 leading-snug">
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
            {person.isYou && (
              <span className="font-sans text-small whitespace-nowrap text-ink-soft"> · you</span>
            )}
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

/** A press with a modifier key opens it elsewhere, like any link. */
function follow(event: MouseEvent, onFollow: () => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  onFollow();
}
