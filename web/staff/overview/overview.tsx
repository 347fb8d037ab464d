import { parseDate } from '@internationalized/date';
import { Clock, Flag, type LucideIcon } from 'lucide-react';
import { formatDay, formatFullDay, formatTime } from '../../../shared/dates.ts';
import { timeZoneLabel } from '../../../shared/time-zones.ts';
import { counted } from '../console/format.ts';
import { useMe } from '../console/queries.ts';
import { StaffPage } from '../console/queue-page.tsx';
import { DeliveriesPanel } from './deliveries-panel.tsx';
import { HealthPanel } from './health-panel.tsx';
import { dayAt, sentenceOf } from './labels.ts';
import { Panel } from './panel.tsx';
import { PromisesPanel } from './promises-panel.tsx';
import { useDeliveryDays, useOverview } from './queries.ts';
import { QueuesPanel } from './queues-panel.tsx';

export function OverviewPage() {
  const timezone = useMe().data?.timezone ?? 'UTC';
  const overview = useOverview();
  const readAt = overview.dataUpdatedAt || Date.now();
  const today = dayAt(readAt, timezone);
  return (
    <StaffPage
      name="Overview"
      title={formatFullDay(today)}
      description={overview.data ? sentenceOf(overview.data) : '\u00a0'}
    >
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="grid min-w-0 gap-6">
          <QueuesPanel
            overview={overview}
            readAt={overview.data && `${formatTime(new Date(readAt), timezone)} ${timeZoneLabel(timezone)}`}
          />
          <DeliveriesPanel today={today} />
        </div>
        <div className="grid min-w-0 gap-6 max-xl:md:grid-cols-2 max-xl:md:items-start">
          <HealthPanel />
          <div className="grid min-w-0 gap-6">
            <DueNextPanel today={today} />
            <PromisesPanel />
          </div>
        </div>
      </div>
    </StaffPage>
  );
}

function DueNextPanel({ today }: { today: string }) {
  const reading = useDeliveryDays();
  const tomorrow = parseDate(today).add({ days: 1 }).toString();
  return (
    <Panel title="Due next" reading={reading} height="h-32">
      {({ days, busiest }) => {
        const planned = (wanted: string) => days.find(({ day }) => day === wanted)?.planned ?? 0;
        return (
          <ul className="divide-y divide-line text-small">
            <DueItem icon={Clock} when="Still today" planned={planned(today)} />
            <DueItem icon={Clock} when="Tomorrow" planned={planned(tomorrow)} />
            {busiest && (
              <DueItem
                icon={Flag}
                when={formatDay(busiest.day)}
                note="the most in the next 60 days"
                planned={busiest.planned}
              />
            )}
          </ul>
        );
      }}
    </Panel>
  );
}

interface DueItemProps {
  icon: LucideIcon;
  when: string;
  note?: string;
  planned: number;
}

function DueItem({ icon: Icon, when, note, planned }: DueItemProps) {
  return (
    <li className="flex gap-3 py-2.5 pointer-fine:py-1.75">
      <Icon aria-hidden="true" className="mt-0.5 size-5 flex-none text-ink-soft" strokeWidth={1.5} />
      <span className="flex-1">
        {when}
        {note && <span className="block text-ink-soft">{note}</span>}
      </span>
      <span className="text-right text-ink-soft tabular-nums">
        {planned === 0 ? 'none' : counted(planned, 'delivery', 'deliveries')}
      </span>
    </li>
  );
}
