import { formatDay } from '../../../shared/dates.ts';
import type { DeliveryDay } from '../../../shared/staff/overview.ts';
import { inFigures } from '../console/format.ts';
import { type Fill, fillOf } from './patterns.tsx';

export interface Series {
  key: Exclude<keyof DeliveryDay, 'day'>;
  /** After a number: "delivered". */
  label: string;
  fill: Fill;
}

export interface DayBarsProps {
  title: string;
  days: readonly DeliveryDay[];
  series: readonly Series[];
}

export const height = 150;
/** So that even one failure among a thousand is visible. */
const leastHeight = 3;
export const dateStep = 10;

interface BarProps extends Pick<DayBarsProps, 'series'> {
  day: DeliveryDay;
  left: number;
  width: number;
  top: number;
}

export function Bar({ day, series, left, width, top }: BarProps) {
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

function percent(share: number): string {
  return `${100 * share}%`;
}
