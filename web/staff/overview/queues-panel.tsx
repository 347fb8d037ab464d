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
    <Panel title="What waits for us" aside={readAt} reading={overview} height="h-240">
      {({ queues }) => (
        <table className="w-full text-small">
          <thead className="max-sm:sr-only">
            <tr className="border-b border-line text-left text-ink-soft [&>th]:py-2 [&>th]:font-medium">
              <th scope="col">Queue</th>
              <th scope="col" className="w-20">
                Count
              </th>
              <th scope="col" className="w-28 max-sm:hidden">
                Oldest
              </th>
              <th scope="col" className="w-24">
                <span className="sr-only">Late</span>
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {queues.map((queue) => (
              <QueueRow key={queue.name} queue={queue} />
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

function QueueRow({ queue: { name, count, oldest, late, detail } }: { queue: StaffQueue }) {
  const { label, href } = queueLabels[name];
  const age = oldest && ageOf(oldest, Date.now());
  return (
    <tr className="*:py-2.5 *:align-middle">
      <th scope="row" className="pr-4 text-left font-normal">
        <Link
          href={href}
          variant="plain"
          className="inline-flex min-h-7 items-center rounded-small font-semibold hover:underline"
        >
          {label}
        </Link>
        {detail && <span className="block text-ink-soft">{detail}</span>}
        {age && <span className="block text-ink-soft sm:hidden">oldest {age}</span>}
      </th>
      <td className="font-serif text-title tabular-nums max-sm:text-right">{inFigures(count)}</td>
      <td className="tabular-nums max-sm:hidden">{age}</td>
      <td className="pl-2 text-right">
        {late > 0 && (
          <Badge tone="rose" icon={CircleAlert}>
            {late === count ? 'Late' : `${inFigures(late)} late`}
          </Badge>
        )}
      </td>
    </tr>
  );
}
