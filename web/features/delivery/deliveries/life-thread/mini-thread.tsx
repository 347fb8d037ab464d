import type { Schedule } from '../../../../../shared/delivery/schedules.ts';
import { daysBetween, swayAt, swayPath } from './life-layout.ts';

/** In the picture's own units. */
export const miniWidth = 300;
const sway = { length: miniWidth, height: 4, middle: 11 };
const path = swayPath(0, miniWidth, sway);

/** The thread of somebody's life in small: a bead for each thing that waits; loose if there is none. */
export function MiniThread({ beads }: { beads: readonly number[] }) {
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${miniWidth} 22`} className="block w-full overflow-visible">
      <path className="thread" d={path} strokeDasharray={beads.length === 0 ? '2 7' : undefined} />
      {beads.map((x) => (
        <circle
          key={x}
          cx={x}
          cy={sway.middle + swayAt(x, sway.length, sway.height)}
          r="6.5"
          strokeWidth="3"
          className="fill-thread stroke-card"
        />
      ))}
    </svg>
  );
}

const margin = 24;
const apart = 17;
const mostBeads = 8;

/**
 * Where on the small thread of their card the beads for what waits hang: to scale from today to the last day
 * that anybody has something, then what is for after a death.
 */
export function miniBeads(waiting: readonly Schedule[], today: string, lastDay: string): number[] {
  const first = waiting.slice(0, mostBeads);
  const dated = first.filter(({ deliveryType }) => deliveryType === 'scheduled');
  const afterCount = first.length - dated.length;
  const days = dated.map(({ localDate }) => Math.max(0, daysBetween(today, localDate)));
  const last = Math.max(1, daysBetween(today, lastDay));
  const end = miniWidth - margin - (afterCount > 0 ? 46 + (afterCount - 1) * apart : 0);
  const beads = days.map((day) => margin + (day / last) * (end - margin));
  for (let index = 1; index < beads.length; index += 1) {
    beads[index] = Math.max(beads[index] ?? 0, (beads[index - 1] ?? 0) + apart);
  }
  for (let index = beads.length - 1; index >= 0; index -= 1) {
    const most = index === beads.length - 1 ? end : (beads[index + 1] ?? 0) - apart;
    beads[index] = Math.min(beads[index] ?? 0, most);
  }
  const after = Array.from(
    { length: afterCount },
    (_, index) => miniWidth - margin - (afterCount - 1 - index) * apart,
  );
  return [...beads, ...after];
}
