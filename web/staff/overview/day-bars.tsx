import type { DeliveryDay } from '../../../shared/staff/overview.ts';
import { formatDayAndMonth } from '../../lib/dates.ts';
import { inFigures } from '../console/format.ts';
import { Bar, type DayBarsProps, dateStep, height, type Series } from './bar.tsx';
import { axisEnd } from './labels.ts';
import { Patterns, Swatch } from './patterns.tsx';

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

function sumOf(days: readonly DeliveryDay[], series: readonly Series[]): number {
  return days.reduce((sum, day) => series.reduce((ofDay, { key }) => ofDay + day[key], sum), 0);
}

/** `24 Dec` */
export function shortDay(day: string): string {
  const [number, month] = formatDayAndMonth(day).split(/\s/);
  return `${number} ${month?.slice(0, 3)}`;
}
