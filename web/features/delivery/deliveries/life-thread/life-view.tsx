import { type CSSProperties, useState } from 'react';
import type { Recipient } from '../../../../../shared/people/recipients.ts';
import { Button } from '../../../../ui/button.tsx';
import { joinClasses } from '../../../../ui/join-classes.ts';
import { AcrossThread } from './across-thread.tsx';
import { ItemCard } from './item-card.tsx';
import type { Life, Stop } from './life.ts';
import type { LifeLayout } from './life-layout.ts';

interface LifeViewProps {
  person: Recipient;
  life: Life;
  /** Null if there is more than a line from side to side can hold. */
  layout: LifeLayout | null;
}

/** If a thread down the page has more stops than this, only the first are shown, until all are requested. */
const mostStops = 14;
const firstStops = 10;

/** A life on one thread: from side to side if there is room, otherwise down the page. */
export function LifeView({ person, life, layout }: LifeViewProps) {
  const [isWhole, setWhole] = useState(false);
  const isFolded = !isWhole && !layout && life.stops.length > mostStops;
  const stops = isFolded ? life.stops.slice(0, firstStops) : life.stops;
  const next = life.stops.find(({ kind, items }) => kind === 'day' && items.length > 0)?.items[0]?.id;
  return (
    <div className={joinClasses(layout && 'min-[1200px]:grid min-[1200px]:grid-cols-1')}>
      {layout && <AcrossThread life={life} layout={layout} />}
      <ol
        aria-label={`The days of ${person.firstName}`}
        className={joinClasses(layout && 'min-[1200px]:contents')}
      >
        {stops.map((stop, index) => (
          <StopView
            key={stop.key}
            stop={stop}
            person={person}
            nextId={next}
            leadsTo={life.stops[index + 1]?.kind}
            x={layout ? (layout.x.get(stop.key) ?? null) : undefined}
          />
        ))}
      </ol>
      {isFolded && (
        <Button variant="quiet" className="ml-8" onPress={() => setWhole(true)}>
          Show all {life.stops.length} days
        </Button>
      )}
    </div>
  );
}

interface StopViewProps {
  stop: Stop;
  person: Recipient;
  nextId: string | undefined;
  /** The kind of the stop after it. */
  leadsTo: Stop['kind'] | undefined;
  /** The distance from the left where the thread goes across; null if there is no room for it there; undefined if it never goes across. */
  x: number | null | undefined;
}

function StopView({ stop, person, nextId, leadsTo, x }: StopViewProps) {
  const isAcross = x !== undefined;
  const isToday = stop.kind === 'today';
  return (
    <li
      style={{ '--x': `${x ?? 0}px` } as CSSProperties}
      className={joinClasses(
        'relative pb-7 pl-8 last:pb-0',
        isAcross && (x === null ? 'min-[1200px]:hidden' : 'min-[1200px]:contents'),
      )}
    >
      <DownThread stop={stop} leadsTo={leadsTo} isAcross={isAcross} />
      <div
        className={joinClasses(
          'text-small text-ink-soft',
          isAcross && 'min-[1200px]:col-start-1 min-[1200px]:justify-self-start',
          isAcross &&
            isToday &&
            'min-[1200px]:row-start-2 min-[1200px]:w-30 min-[1200px]:self-start min-[1200px]:pt-2',
          isAcross &&
            !isToday &&
            'min-[1200px]:row-start-3 min-[1200px]:ml-(--x) min-[1200px]:w-39 min-[1200px]:-translate-x-1/2 min-[1200px]:pt-1 min-[1200px]:text-center',
        )}
      >
        <h2 className="font-serif text-[1.375rem] leading-tight text-ink min-[1200px]:text-lead">
          {stop.title}
        </h2>
        {stop.note && <p className="leading-snug text-balance">{stop.note}</p>}
      </div>
      {stop.items.length > 0 && (
        <ul
          className={joinClasses(
            'mt-2.5 grid grid-cols-1 gap-3',
            isAcross &&
              'min-[1200px]:col-start-1 min-[1200px]:row-start-1 min-[1200px]:ml-(--x) min-[1200px]:w-58 min-[1200px]:-translate-x-1/2 min-[1200px]:self-end min-[1200px]:justify-self-start',
          )}
        >
          {stop.items.map((item) => (
            <ItemCard key={item.id} item={item} person={person} isNext={item.id === nextId} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** The bead of a stop and the thread to the next one, if the thread goes down the page. */
function DownThread({
  stop,
  leadsTo,
  isAcross,
}: Pick<StopViewProps, 'stop' | 'leadsTo'> & { isAcross: boolean }) {
  const isFull = stop.kind === 'today' || stop.items.length > 0;
  return (
    <div aria-hidden="true" className={joinClasses(isAcross && 'min-[1200px]:hidden')}>
      {leadsTo && (
        <svg
          aria-hidden="true"
          viewBox="0 0 14 100"
          preserveAspectRatio="none"
          className="absolute top-3.5 left-0 h-full w-3.5 overflow-visible"
        >
          <path
            className="thread"
            vectorEffect="non-scaling-stroke"
            strokeDasharray={leadsTo === 'after' ? '2 7' : undefined}
            d="M7 0 C 10 30, 4 70, 7 100"
          />
        </svg>
      )}
      {stop.kind !== 'gap' && (
        <span
          className={joinClasses(
            'absolute top-2 left-0 size-3.5 rounded-full border-[1.5px] border-thread',
            isFull ? 'bg-thread' : 'bg-paper',
          )}
        />
      )}
    </div>
  );
}
