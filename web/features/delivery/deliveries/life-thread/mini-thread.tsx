import { swayAt, swayPath } from './life-layout.ts';
import { miniWidth } from './mini-layout.ts';

const sway = { length: miniWidth, height: 4, middle: 11 };
const path = swayPath(0, miniWidth, sway);

/** The thread of somebody's life, small: a bead for each thing that waits, loose while there is none. */
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
