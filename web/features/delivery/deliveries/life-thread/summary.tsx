import { formatDay } from '../../../../../shared/dates.ts';
import type { Schedule } from '../../../../../shared/delivery/schedules.ts';
import { countOf } from '../../../../../shared/in-words.ts';
import { capitalized } from '../../../../../shared/letter-case.ts';

export interface Summary {
  /** 'Three things, the next on ' */
  text: string;
  /** '4 May 2031', at the end of the sentence. */
  day: string | null;
}

/** 'Three things, the next on 4 May 2031'. The page adds the full stop. */
export function summarize(waiting: readonly Schedule[], today: string, keptItems = 0): Summary {
  const [next] = waiting;
  if (!next) return { text: describeKept(keptItems), day: null };
  const count = capitalized(countOf(waiting.length, 'thing'));
  const post = waiting.every(({ deliveryMethod }) => deliveryMethod === 'physical') ? ', by post' : '';
  const counted = `${count}${post}, `;
  if (next.deliveryType === 'on_death') {
    const all = ['', 'both ', 'all '][Math.min(waiting.length, 3) - 1];
    return { text: `${counted}${all}after your death`, day: null };
  }
  const which = waiting.length > 1 ? 'the next ' : '';
  if (next.localDate === today) return { text: `${counted}${which}today`, day: null };
  const since = next.localDate < today ? 'waiting since ' : 'on ';
  return { text: `${counted}${which}${since}`, day: formatDay(next.localDate) };
}

/** For physical items, if nothing else waits. */
function describeKept(items: number): string {
  return items > 0 ? `${capitalized(countOf(items, 'thing'))}, kept with us` : 'Nothing yet';
}

/** 'Three things, the next on 4 May 2031.' */
export function SummaryLine({ text, day }: Summary) {
  return (
    <>
      {text}
      {day && <span className="text-ink">{day}</span>}.
    </>
  );
}
