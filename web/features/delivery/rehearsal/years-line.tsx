import { joinClasses } from '../../../ui/join-classes.ts';
import { swayAt, swayPath } from '../deliveries/deliveries.ts';
import { type PlacedKnot, type YearsLayout, yearsSway, yearsWidth } from './years-layout.ts';

interface YearsLineProps {
  layout: YearsLayout;
  /** The days of each series, and the words below them. */
  series: readonly { key: string; dates: readonly string[]; text: string }[];
  /** Until when delivery is guaranteed, and the words for it; null if that is beyond the line. */
  guarantee: { date: string; text: string } | null;
}

const axis = 236;

/** The years on one thread; the list below says the same in words. */
export function YearsLine({ layout, series, guarantee }: YearsLineProps) {
  const until = guarantee ? layout.xOf(guarantee.date) : yearsWidth - 30;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${yearsWidth} 276`}
      className="mt-2 hidden w-full overflow-visible text-[1rem] md:block"
    >
      <path d={`M30 ${axis}H${yearsWidth - 30}`} className="stroke-line" />
      {layout.ticks.map(({ year, x }) => (
        <g key={year}>
          <path d={`M${x} ${axis}v8`} className="stroke-line" />
          <text x={x} y="266" textAnchor="middle" className="fill-ink-soft">
            {year}
          </text>
        </g>
      ))}
      <path className="thread" d={swayPath(30, until, yearsSway)} />
      {guarantee && (
        <>
          <path className="thread" d={swayPath(until, yearsWidth - 30, yearsSway)} strokeDasharray="2 6" />
          <path d={`M${until} 190V${axis}`} className="fill-none stroke-thread" strokeDasharray="2 5" />
          <text x={until - 8} y="226" textAnchor={until < 320 ? 'start' : 'end'} className="fill-gold">
            {guarantee.text}
          </text>
        </>
      )}
      {series.map(({ key, dates, text }, index) => (
        <g key={key}>
          {dates.map((date) => {
            const x = layout.xOf(date);
            const y = yearsSway.middle + swayAt(x, yearsWidth, yearsSway.height);
            return <circle key={date} cx={x} cy={y} r="4" className="fill-thread" />;
          })}
          {index === 0 && <SeriesText dates={dates} text={text} xOf={layout.xOf} until={until} />}
        </g>
      ))}
      {layout.knots.map((knot) => (
        <Knot key={knot.key} knot={knot} />
      ))}
    </svg>
  );
}

interface SeriesTextProps {
  dates: readonly string[];
  text: string;
  xOf: (date: string) => number;
  until: number;
}

function SeriesText({ dates, text, xOf }: SeriesTextProps) {
  const [first, last] = [dates[0], dates.at(-1)];
  if (!first || !last) return null;
  const middle = Math.min(Math.max((xOf(first) + xOf(last)) / 2, 180), yearsWidth - 180);
  return (
    <text x={middle} y="212" textAnchor="middle" className="fill-ink-soft">
      {text}
    </text>
  );
}

function Knot({ knot: { x, y, labelY, anchor, name, text, isTrouble } }: { knot: PlacedKnot }) {
  return (
    <>
      {labelY !== null && (
        <path d={`M${x} ${y - 9}V${labelY + 34}`} className="fill-none stroke-line-strong" />
      )}
      <circle
        cx={x}
        cy={y}
        r="8.5"
        strokeWidth="1.5"
        strokeDasharray={isTrouble ? '3 3' : undefined}
        className={joinClasses('stroke-thread', isTrouble ? 'fill-paper' : 'fill-gold-wash')}
      />
      {labelY !== null && (
        <>
          <text x={x} y={labelY} textAnchor={anchor} className="fill-ink font-serif text-[1.25rem]">
            {name}
          </text>
          <text
            x={x}
            y={labelY + 22}
            textAnchor={anchor}
            className={isTrouble ? 'fill-gold' : 'fill-ink-soft'}
          >
            {text}
          </text>
        </>
      )}
    </>
  );
}
