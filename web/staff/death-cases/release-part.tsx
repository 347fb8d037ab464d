import { useState } from 'react';
import type { LeftDelivery, StaffRelease } from '../../../shared/after-death/releases.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../console/facts.tsx';
import { changedBy, counted, momentOf } from '../console/format.ts';
import { CaseSection, Pages, ReadAgain } from './case-section.tsx';
import { useStaffRelease } from './queries.ts';

interface ReleasePartProps {
  releaseId: string;
  obstacle: string | null;
  /** Undefined if it is offered elsewhere. */
  onRevoke: (() => void) | undefined;
}

export function ReleasePart({ releaseId, obstacle, onRevoke }: ReleasePartProps) {
  const [place, setPlace] = useState<StaffRelease['next']>(null);
  const reading = useStaffRelease(releaseId, place);
  const release = reading.data;
  return (
    <CaseSection id="release" title="The release">
      <ReadAgain reading={reading} failure="We could not show what has gone out." />
      {release && (
        <div className="mt-3 grid gap-4">
          <Facts facts={factsOf(release)} />
          <Left release={release} />
          <Pages
            place={place}
            next={release.next}
            labels={['From the beginning', 'Next page']}
            onTurn={setPlace}
          >
            {onRevoke && !release.revokedAt && !obstacle && (
              <Button variant="danger" size="small" onPress={onRevoke}>
                Revoke the release
              </Button>
            )}
          </Pages>
          {onRevoke && !release.revokedAt && obstacle && (
            <p className="font-medium">You cannot revoke it. {obstacle}</p>
          )}
        </div>
      )}
    </CaseSection>
  );
}

function factsOf(release: StaffRelease) {
  const { releasedAt, quietDays, revokedAt, revokedBy, revokeReason, leftCount, openedCount } = release;
  const left = leftCount
    ? `${counted(leftCount, 'delivery', 'deliveries')}, ${openedCount.toLocaleString('en-US')} opened`
    : 'nothing';
  return [
    ['Released', momentOf(releasedAt)],
    ['Quiet days', quietDays > 0 && String(quietDays)],
    ['Revoked', revokedAt && `${momentOf(revokedAt)}, by ${revokedBy?.name ?? 'a former colleague'}`],
    ['Why', revokeReason],
    [revokedAt ? 'Had gone out' : 'Has gone out', left],
    ['To be deleted', toErase(release)],
  ] as const;
}

/** What the owner wanted deleted when they die: only how much, and nothing else about it. */
function toErase({ toErase: { waiting, erased, after } }: StaffRelease): string | false {
  const parts = [
    waiting > 0 && `${counted(waiting, 'memory', 'memories')}, kept until ${momentOf(after)}`,
    erased > 0 && `${counted(erased, 'memory', 'memories')}, erased`,
  ];
  return parts.filter(Boolean).join('; ') || false;
}

function Left({ release: { left } }: { release: StaffRelease }) {
  if (left.length === 0) return null;
  return (
    <ul className="divide-y divide-line border-y border-line text-small">
      {left.map((delivery) => (
        <li key={delivery.id} className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 py-2.5">
          <span className="min-w-0 wrap-anywhere">
            <span className="font-semibold">{delivery.recipientFirstName}</span>
            {delivery.sentTo && <span className="text-ink-soft">, {delivery.sentTo}</span>}
            {delivery.changed && <span className="text-ink-soft">, {changedBy(delivery.changed)}</span>}
          </span>
          <span className="tabular-nums">{whatBecameOf(delivery)}</span>
        </li>
      ))}
    </ul>
  );
}

function whatBecameOf({ deliveredAt, openedAt, closedAt }: LeftDelivery): string {
  const sent = deliveredAt
    ? `delivered ${momentOf(deliveredAt)}`
    : 'sent, and it is not known whether it arrived';
  return [sent, openedAt ? `opened ${momentOf(openedAt)}` : 'not opened', closedAt && 'link closed']
    .filter(Boolean)
    .join(', ');
}
