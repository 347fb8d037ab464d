import { formatFullDay, formatTime } from '../../../shared/dates.ts';
import { timeZoneLabel } from '../../../shared/time-zones.ts';
import { useMe } from '../console/me.ts';
import { StaffPage } from '../console/queue-page.tsx';
import { dayAt } from './days.ts';
import { DeliveriesPanel } from './deliveries-panel.tsx';
import { DueNextPanel } from './due-next-panel.tsx';
import { HealthPanel } from './health-panel.tsx';
import { useOverview } from './queries.ts';
import { QueuesPanel } from './queues-panel.tsx';
import { sentenceOf } from './words.ts';

/** What waits, what is late, how the house does, and the deliveries of these days. */
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
          <DueNextPanel today={today} />
        </div>
      </div>
    </StaffPage>
  );
}
