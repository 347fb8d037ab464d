import { formatDate } from '../../../../shared/dates.ts';
import { numberWord } from '../../../../shared/in-words.ts';
import { capitalized } from '../../../../shared/letter-case.ts';
import type { Memory } from '../../../../shared/memories/memories.ts';
import { Link } from '../../../ui/link.tsx';
import { Loaded } from '../../../ui/read-failure.tsx';
import { OpenSetting, Setting } from '../../../ui/setting.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { memoryPath } from './memory-facts.ts';
import { useMemories } from './queries.ts';

const title = 'What our staff has opened';

/** Each memory that a member of staff has opened, and why, collapsed to a line. */
export function StaffOpenings({ timeZone }: { timeZone: string }) {
  return (
    <Loaded query={useMemories()} skeleton={<OpeningsSkeleton />} what="what our staff has opened">
      {(memories) => <OpenedMemories memories={memories} timeZone={timeZone} />}
    </Loaded>
  );
}

export function OpenedMemories({ memories, timeZone }: { memories: readonly Memory[]; timeZone: string }) {
  const openings = memories
    .flatMap(({ id, title, openings }) => openings.map((opening) => ({ ...opening, id, title })))
    .toSorted((one, other) => other.openedAt.localeCompare(one.openedAt));
  const [last] = openings;
  if (!last) return <OpenSetting title={title} value="None of your memories." />;
  const count = new Set(openings.map(({ id }) => id)).size;
  const day = formatDate(last.openedAt, timeZone);
  return (
    <Setting title={title} value={describeOpened(count, openings.length, day)} action="Show">
      <ul className="divide-y divide-line">
        {openings.map(({ id, title, openedAt, reason }) => (
          <li key={`${id} ${openedAt}`} className="py-2.5 wrap-anywhere">
            <Link href={memoryPath(id)} className="inline-flex min-h-11 items-center">
              {title}
            </Link>
            <p className="text-small text-ink-soft">
              On {formatDate(openedAt, timeZone)}. Reason: {reason}
            </p>
          </li>
        ))}
      </ul>
    </Setting>
  );
}

/** 'One memory, on 22 November 2026.' */
function describeOpened(memories: number, openings: number, lastDay: string): string {
  const what = memories === 1 ? 'One memory' : `${capitalized(numberWord(memories))} memories`;
  return openings === 1 ? `${what}, on ${lastDay}.` : `${what}, the last time on ${lastDay}.`;
}

function OpeningsSkeleton() {
  return (
    <OpenSetting title={title}>
      <Skeleton className="h-7 max-w-72" />
    </OpenSetting>
  );
}
