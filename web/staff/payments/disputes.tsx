import { CircleAlert, CircleCheck, CircleX, Clock } from 'lucide-react';
import type { DisputeStatus, StaffDispute, StaffDisputeList } from '../../../shared/billing/disputes.ts';
import { formatDollarsAndCents } from '../../../shared/dollars.ts';
import { capitalized } from '../../../shared/letter-case.ts';
import { showFilter } from '../console/filters.tsx';
import { momentOf } from '../console/format.ts';
import { Queue } from '../console/queue.tsx';
import type { RowContent, StateLabel } from '../console/row-buttons.tsx';

const lateDays = 3;

const parts = [
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Decided' },
];

export function DisputesPage() {
  return (
    <Queue
      path="disputes"
      title="Disputed charges"
      description="Somebody told their bank that a charge was not theirs. The provider takes our answer until the day shown."
      noun="disputed charges"
      empty={{ title: 'Nothing here', description: 'No charge is disputed.' }}
      itemsOf={({ disputes }: StaffDisputeList) => disputes}
      placeNames={['afterSince', 'after']}
      {...showFilter('state', parts)}
      row={rowOf}
    />
  );
}

const statusBadges: Record<DisputeStatus, StateLabel> = {
  asked: { label: 'Wants an answer', tone: 'gold', icon: CircleAlert },
  'looked-at': { label: 'The bank decides', tone: 'pine', icon: Clock },
  won: { label: 'Decided for us', tone: 'sage', icon: CircleCheck },
  lost: { label: 'Decided for the payer', tone: 'rose', icon: CircleX },
};

function rowOf(dispute: StaffDispute): RowContent {
  const { amount, owner, reason, status, dueBy, openedAt, purpose, url } = dispute;
  return {
    title: <span className="lining-nums">{formatDollarsAndCents(amount)}</span>,
    subtitle: [asText(reason), owner?.name ?? 'nobody we know'],
    state: statusBadges[status],
    since: openedAt,
    isLate:
      status === 'asked' && dueBy !== null && Date.parse(dueBy) - Date.now() < lateDays * 24 * 3_600_000,
    note: status === 'asked' && dueBy && `Answer until ${momentOf(dueBy)}`,
    facts: [
      ['Reason', asText(reason)],
      ['Owner', owner && `${owner.name}, ${owner.email}`],
      ['Paid for', purpose && (knownPurposes[purpose] ?? asText(purpose))],
      ['Paid', momentOf(dispute.paidAt)],
      ['Disputed', momentOf(openedAt)],
      ['Answer until', momentOf(dueBy)],
      ['Decided', momentOf(dispute.closedAt)],
      ['Number', dispute.providerId],
    ],
    buttons: [{ label: 'Open it at the provider', href: url }],
  };
}

/** `product_not_received`, as the provider names a reason, becomes "Product not received". */
function asText(name: string): string {
  const text = name.replaceAll(/[_-]/g, ' ');
  return capitalized(text);
}

const knownPurposes: Readonly<Record<string, string>> = {
  renewal: 'A renewal',
  subscription: 'A plan, first payment',
};
