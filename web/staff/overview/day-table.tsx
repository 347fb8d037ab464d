import { formatDay } from '../../../shared/dates.ts';
import type { DeliveryDay } from '../../../shared/staff/overview.ts';
import { inFigures } from './words.ts';

const columns = [
  ['delivered', 'Delivered'],
  ['waiting', 'Waiting'],
  ['failed', 'Given up'],
  ['planned', 'Planned'],
] as const;

/** The numbers behind the bars, without the days that have none. */
export function DayTable({ days }: { days: readonly DeliveryDay[] }) {
  const filled = days.filter((day) => columns.some(([key]) => day[key] > 0));
  if (filled.length === 0) return <p className="mt-3 text-ink-soft">There are none in these two months.</p>;
  return (
    <table className="mt-3 w-full text-small tabular-nums">
      <caption className="sr-only">
        Deliveries by the day they fall due; days without any are left out
      </caption>
      <thead>
        <tr className="border-b border-line text-right text-ink-soft [&>th]:p-2 [&>th]:font-medium">
          <th scope="col" className="text-left">
            Day
          </th>
          {columns.map(([key, label]) => (
            <th key={key} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {filled.map((day) => (
          <tr key={day.day} className="text-right *:p-2">
            <th scope="row" className="text-left font-normal whitespace-nowrap">
              {formatDay(day.day)}
            </th>
            {columns.map(([key]) => (
              <td key={key}>{day[key] > 0 && inFigures(day[key])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
