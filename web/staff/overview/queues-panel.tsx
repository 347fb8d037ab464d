import type { UseQueryResult } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import type { StaffOverview, StaffQueue } from '../../../shared/staff/overview.ts';
import { Badge } from '../../ui/badge.tsx';
import { Link } from '../../ui/link.tsx';
import { ageOf, inFigures } from '../console/format.ts';
import { queueLabels } from './labels.ts';
import { Panel } from './panel.tsx';

interface QueuesPanelProps {
  overview: UseQueryResult<StaffOverview>;
  readAt: string | undefined;
}

export function QueuesPanel({ overview, readAt }: QueuesPanelProps) {
  return (
    <Panel title="What waits for us" aside={readAt} reading={overview} height="h-105">
      {({ queues }) => (
        <>
          <table className="w-full large-text:block text-small">
            <thead className="max-sm:sr-only">
              <tr className="border-b border-line text-left text-ink-soft [&>th]:py-2 [&>th]:font-medium">
                <th scope="col">Queue</th>
                <th scope="col" className="w-20">
                  Count
                </th>
                <th scope="col" className="w-28 max-sm:hidden">
                  Oldest
                </th>
                <th scope="col" className="w-24 max-sm:hidden">
                  <span className="sr-only">Late</span>
                </th>
              </tr>
            </thead>
            <tbody className="large-text:block divide-y divide-line">
              {waiting(queues).map((queue) => (
                <QueueRow key={queue.name} queue={queue} />
              ))}
            </tbody>
          </table>
          <NothingWaits queues={queues.filter(({ count }) => count === 0)} />
        </>
      )}
    </Panel>
  );
}

/** Late queues first, then the server's order. */
function waiting(queues: readonly StaffQueue[]): StaffQueue[] {
  return queues
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => Number(other.late > 0) - Number(one.late > 0));
}

/** The empty queues, in one line. */
function NothingWaits({ queues }: { queues: readonly StaffQueue[] }) {
  if (queues.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 border-t border-line pt-2 text-small text-ink-soft">
      <h3 className="font-sans text-small tracking-normal">Nothing waits in</h3>
      <ul className="contents">
        {queues.map(({ name }) => (
          <li key={name}>
            <Link
              href={queueLabels[name].href}
              variant="plain"
              className="inline-flex min-h-11 items-center rounded-small pointer-fine:min-h-9.5 hover:text-ink hover:underline"
            >
              {queueLabels[name].label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function QueueRow({ queue: { name, count, oldest, late, detail } }: { queue: StaffQueue }) {
  const { label, href } = queueLabels[name];
  const age = oldest && ageOf(oldest, Date.now());
  return (
    <tr className="h-11 large-text:flex large-text:h-auto large-text:flex-wrap large-text:items-center *:py-1 *:align-middle pointer-fine:h-9.5">
      <th scope="row" className="large-text:w-full pr-4 text-left font-normal">
        <Link
          href={href}
          variant="plain"
          className="inline-flex min-h-11 items-center rounded-small font-semibold pointer-fine:min-h-7 hover:underline"
        >
          {label}
        </Link>
        {detail && <span className="text-ink-soft max-md:block md:ml-3">{detail}</span>}
        {age && <span className="block text-ink-soft sm:hidden">oldest {age}</span>}
        {late > 0 && <Late queue={{ count, late }} className="my-1 sm:hidden" />}
      </th>
      <td className="font-serif text-lead tabular-nums max-sm:text-right">{inFigures(count)}</td>
      <td className="tabular-nums max-sm:hidden">{age}</td>
      <td className="pl-2 text-right max-sm:hidden">{late > 0 && <Late queue={{ count, late }} />}</td>
    </tr>
  );
}

interface LateProps {
  queue: Pick<StaffQueue, 'count' | 'late'>;
  className?: string;
}

function Late({ queue: { count, late }, className }: LateProps) {
  return (
    <Badge tone="rose" icon={CircleAlert} className={className}>
      {late === count ? 'Late' : `${inFigures(late)} late`}
    </Badge>
  );
}
