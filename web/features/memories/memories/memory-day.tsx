import { CalendarDays, MessageCircle, Trash2 } from 'lucide-react';
import { listNames } from '../../../../shared/names.ts';
import { Link } from '../../../ui/link.tsx';

/** When a memory reaches its people. The schedules know, which stand above the memories; so pages are handed it. */
export interface MemoryDay {
  /** 'Maya', 'Maya and Leo'. */
  to: string;
  /** '4 May 2031', 'next 4 May 2031', 'after your death', 'delivered 4 May 2031'. */
  when: string;
  /** The one delivery that can still be changed; null for none, and for several. */
  scheduleId: string | null;
  /** Who of them wrote a few words back, by first name. */
  repliedBy?: readonly string[];
}

/** Null for a memory without a day; undefined while the schedules are not known. */
export type DayOf = (memoryId: string) => MemoryDay | null | undefined;

/** Keeps its height while the day is not known. */
export function MemoryDayLine({ day }: { day: MemoryDay | null | undefined }) {
  const tone = day ? 'text-ink' : 'text-ink-soft';
  return (
    <p className={`flex min-h-6.5 items-start gap-2 ${tone}`}>
      {day !== undefined && (
        <>
          <CalendarDays aria-hidden="true" className="mt-1 size-5 flex-none text-gold" strokeWidth={1.5} />
          <span className="min-w-0 text-balance lining-nums">
            {day ? `${day.to}, ${day.when}` : 'No day yet'}
          </span>
        </>
      )}
    </p>
  );
}

/** They stand on the memory's page. */
export function WordsBackLine({ names, href }: { names: readonly string[]; href: string }) {
  if (names.length === 0) return null;
  return (
    <Link href={href} className="-my-2 inline-flex min-h-11 items-center gap-2 text-pine">
      <MessageCircle aria-hidden="true" className="size-5 flex-none" strokeWidth={1.5} />
      {listNames([...names])} wrote back
    </Link>
  );
}

/** In place of a day: nobody gets it. */
export function DeletedWhenIDie() {
  return (
    <p className="flex min-h-6.5 items-start gap-2 text-ink-soft">
      <Trash2 aria-hidden="true" className="mt-1 size-5 flex-none" strokeWidth={1.5} />
      Deleted when you die
    </p>
  );
}
