import { swayAt, swayPath } from '../life-thread/life-layout.ts';
import type { YearItem } from './year-items.tsx';

type ThreadYear = Pick<YearItem, 'year' | 'kind'>;

const width = 1120;
const margin = 40;
const sway = { length: width, height: 8, middle: 40 };

/** If they are closer than this, the years are not named. */
const leastDistance = 44;

/** Many years on one thread; the list below says the same in words. */
export function CompactThread({ years }: { years: readonly ThreadYear[] }) {
  const step = (width - 2 * margin) / Math.max(1, years.length - 1);
  const every = Math.ceil(leastDistance / step);
  const isNamed = (index: number, { kind }: ThreadYear) =>
    index % every === 0 || (kind === 'own' && every === 1) || index === years.length - 1;
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${width} 84`} className="hidden w-full overflow-visible md:block">
      <path className="thread" vectorEffect="non-scaling-stroke" d={swayPath(0, width, sway)} />
      {years.map((each, index) => {
        const x = margin + index * step;
        return (
          <g key={each.year}>
            <Bead kind={each.kind} x={x} y={sway.middle + swayAt(x, width, sway.height)} />
            {isNamed(index, each) && (
              <text
                x={x}
                y="76"
                textAnchor="middle"
                className={each.kind === 'usual' ? 'fill-ink-soft' : 'fill-gold'}
              >
                {each.year}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

function Bead({ kind, x, y }: { kind: YearItem['kind']; x: number; y: number }) {
  const look = kind === 'usual' ? 'fill-thread' : 'fill-paper';
  return (
    <circle
      cx={x}
      cy={y}
      r={kind === 'own' ? 8 : 6}
      strokeWidth="1.5"
      strokeDasharray={kind === 'empty' ? '2 3' : undefined}
      className={`${look} stroke-thread`}
    />
  );
}
