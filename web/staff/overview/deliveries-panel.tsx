import { useState } from 'react';
import { chartDays, type DeliveryDay } from '../../../shared/staff/overview.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import type { Series } from './bar.tsx';
import { DayBars, shortDay } from './day-bars.tsx';
import { FiguresTable } from './figures-table.tsx';
import { Panel } from './panel.tsx';
import { useDeliveryDays } from './queries.ts';

const past: readonly Series[] = [
  { key: 'delivered', label: 'delivered', fill: 'full' },
  { key: 'waiting', label: 'waiting', fill: 'open' },
  { key: 'failed', label: 'given up', fill: 'hatched' },
];
const future: readonly Series[] = [{ key: 'planned', label: 'planned', fill: 'lined' }];

/** The deliveries of the last and the next 30 days, as bars or as a table. */
export function DeliveriesPanel({ today }: { today: string }) {
  const reading = useDeliveryDays();
  const [isTable, setTable] = useState(false);
  return (
    <Panel
      title="Deliveries by the day they fall due"
      aside={<Link href="/admin/deliveries">What has stopped</Link>}
      reading={reading}
      height="h-96"
    >
      {({ days }) => (
        <>
          {isTable ? <DayTable days={days} /> : <Bars days={days} today={today} />}
          <Button variant="text" size="small" className="mt-4" onPress={() => setTable(!isTable)}>
            {isTable ? 'Show as bars' : 'Show as table'}
          </Button>
        </>
      )}
    </Panel>
  );
}

function Bars({ days, today }: { days: readonly DeliveryDay[]; today: string }) {
  return (
    <div className="mt-3 grid gap-x-10 gap-y-8 min-[1180px]:max-xl:grid-cols-2 2xl:grid-cols-2">
      <DayBars
        title={`The last ${chartDays} days`}
        days={days.filter(({ day }) => day <= today)}
        series={past}
      />
      <DayBars
        title={`The next ${chartDays} days`}
        days={days.filter(({ day }) => day >= today)}
        series={future}
      />
    </div>
  );
}

const columns = [
  ['delivered', 'Delivered'],
  ['waiting', 'Waiting'],
  ['failed', 'Given up'],
  ['planned', 'Planned'],
] as const;

/** The numbers behind the bars, without days that have none. */
function DayTable({ days }: { days: readonly DeliveryDay[] }) {
  const filled = days.filter((day) => columns.some(([key]) => day[key] > 0));
  if (filled.length === 0) return <p className="mt-3 text-ink-soft">There are none in these two months.</p>;
  return (
    <div className="mt-3">
      <FiguresTable
        caption="Deliveries by the day they fall due; days without any are left out"
        of="Day"
        columns={columns.map(([, label]) => label)}
        rows={filled.map((day) => ({
          label: shortDay(day.day),
          figures: columns.map(([key]) => day[key]),
        }))}
      />
    </div>
  );
}
