import { formatDay } from '../../../shared/dates.ts';
import type { DeliveryDay } from '../../../shared/staff/overview.ts';
import { inFigures } from '../console/format.ts';
import { axisEnd } from './labels.ts';
import { type Fill, fillOf, Patterns, Swatch } from './patterns.tsx';

export interface Series {
  key: Exclude<keyof DeliveryDay, 'day'>;
  /** After a number: "delivered". */
  label: string;
  fill: Fill;
}

interface DayBarsProps {
  title: string;
  days: readonly DeliveryDay[];
  /** From bottom to top. */
  series: readonly Series[];
}

const height = 150;
/** So that one failure among a thousand is still visible. */
const leastHeight = 3;
const dateStep = 10;

/** A bar for each day. Widths are relative, so that the text keeps its size on a phone. */
export function DayBars({ title, days, series }: DayBarsProps) {
  const most = Math.max(...days.map((day) => sumOf([day], series)));
  const top = axisEnd(most);
  return (
    <figure>
      <figcaption>
        <h3 className="text-lead">{title}</h3>
        <ul className="mt-1 flex flex-wrap gap-x-5 text-small text-ink-soft">
          {series.map((one) => (
            <li key={one.key} className="flex items-center gap-2">
              <Swatch fill={one.fill} />
              {inFigures(sumOf(days, [one]))} {one.label}
            </li>
          ))}
        </ul>
      </figcaption>
      <div
        aria-hidden="true"
        className="mt-5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5 text-small text-ink-soft"
      >
        <Axis top={top} />
        <svg aria-hidden="true" width="100%" height={height} className="overflow-visible">
          <Patterns />
          {lines.map((share) => (
            <line
              key={share}
              x1="0"
              x2="100%"
              y1={height * share}
              y2={height * share}
              className="stroke-line"
            />
          ))}
          {days.map((day, index) => (
            <Bar
              key={day.day}
              day={day}
              series={series}
              left={index / days.length}
              width={1 / days.length}
              top={top}
            />
          ))}
        </svg>
        <Dates days={days} />
      </div>
    </figure>
  );
}

const lines = [1, 0.5, 0];

function Axis({ top }: { top: number }) {
  return (
    <div className="-my-2 flex flex-col justify-between text-right leading-4 tabular-nums">
      {lines.map((share) => (
        <span key={share}>{inFigures(top * share)}</span>
      ))}
    </div>
  );
}

function Dates({ days }: Pick<DayBarsProps, 'days'>) {
  const named = days.filter((_, index) => index % dateStep === 0);
  return (
    <div className="col-start-2 mt-1.5 flex justify-between whitespace-nowrap">
      {named.map(({ day }) => (
        <span key={day}>{shortDay(day)}</span>
      ))}
    </div>
  );
}

interface BarProps extends Pick<DayBarsProps, 'series'> {
  day: DeliveryDay;
  left: number;
  width: number;
  top: number;
}

function Bar({ day, series, left, width, top }: BarProps) {
  const parts = series.filter(({ key }) => day[key] > 0);
  let bottom = height;
  return (
    <g>
      <title>{`${formatDay(day.day)}: ${parts.map(({ key, label }) => `${inFigures(day[key])} ${label}`).join(', ') || 'none'}`}</title>
      <rect x={percent(left)} width={percent(width)} y="0" height={height} fill="transparent" />
      {parts.map(({ key, fill }) => {
        const tall = Math.max(leastHeight, (day[key] / top) * height);
        bottom -= tall;
        return (
          <rect
            key={key}
            x={percent(left + width * 0.15)}
            width={percent(width * 0.7)}
            y={bottom}
            height={tall}
            rx="1.5"
            {...fillOf(fill)}
          />
        );
      })}
    </g>
  );
}

function sumOf(days: readonly DeliveryDay[], series: readonly Series[]): number {
  return days.reduce((sum, day) => series.reduce((ofDay, { key }) => ofDay + day[key], sum), 0);
}

function percent(share: number): string {
  return `${100 * share}%`;
}

/** `24 Dec` */
function shortDay(day: string): string {
  const [number, month] = formatDay(day).split(' ');
  return `${number} ${month?.slice(0, 3)}`;
}
