import type { Life } from './life.ts';
import { type LifeLayout, lifeWidth, swayAt, swayPath } from './life-layout.ts';

/** The label of today is above the thread, in the same row. */
const height = 112;
const sway = { length: lifeWidth, height: 11, middle: 86 };

/** The thread from side to side, with the stems on which cards hang, a bead for each stop and a small one for each other birthday. */
export function AcrossThread({ life, layout }: { life: Life; layout: LifeLayout }) {
  const shown = life.stops.flatMap((stop) => {
    const x = layout.x.get(stop.key);
    return x === undefined ? [] : { ...stop, x, y: sway.middle + swayAt(x, lifeWidth, sway.height) };
  });
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${lifeWidth} ${height}`}
      data-direction="across"
      className="thread-drawn row-start-2 hidden h-28 w-280 overflow-visible min-[1200px]:col-start-1 min-[1200px]:block"
    >
      <path className="thread" d={swayPath(0, layout.solidUntil, sway)} />
      <path className="thread" d={swayPath(layout.solidUntil, lifeWidth, sway)} strokeDasharray="2 7" />
      {layout.ticks.map((x) => (
        <Bead key={x} x={x} y={sway.middle + swayAt(x, lifeWidth, sway.height)} radius={3.2} />
      ))}
      {shown.map(({ key, kind, items, x, y }) => (
        <g key={key}>
          {items.length > 0 && <path className="thread" d={`M${x} -1V${y}`} />}
          {kind !== 'gap' && <Bead x={x} y={y} radius={6.25} isFull={kind === 'today' || items.length > 0} />}
        </g>
      ))}
    </svg>
  );
}

interface BeadProps {
  x: number;
  y: number;
  radius: number;
  isFull?: boolean;
}

function Bead({ x, y, radius, isFull = false }: BeadProps) {
  const look = isFull ? 'fill-thread stroke-thread' : 'fill-paper stroke-thread';
  return <circle cx={x} cy={y} r={radius} strokeWidth="1.4" className={look} />;
}
