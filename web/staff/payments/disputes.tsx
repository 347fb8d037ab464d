import { CircleAlert, CircleCheck, CircleX, Clock } from 'lucide-react';
import type { DisputeStatus, StaffDispute, StaffDisputeList } from '../../../shared/billing/disputes.ts';
import { formatDollarsAndCents } from '../../../shared/dollars.ts';
import { Link } from '../../ui/link.tsx';
import { ShowFilter } from '../console/filters.tsx';
import { Queue } from '../console/queue.tsx';
import { Facts, momentOf, type RowContent } from '../console/queue-row.tsx';

const lateDays = 3;

const parts = [
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Decided' },
];

/** Charges that payers dispute with their bank, oldest first. */
export function DisputesPage() {
  return (
    <Queue<StaffDispute, StaffDisputeList, never, 'state'>
      path="disputes"
      title="Disputed charges"
      description="Somebody told their bank that a charge was not theirs. The provider takes our answer until the day shown."
      noun="disputed charges"
      empty={{ title: 'Nothing here', description: 'No charge is disputed.' }}
      itemsOf={({ disputes }) => disputes}
      placeNames={['afterSince', 'after']}
      filterNames={['state']}
      filters={(props) => <ShowFilter name="state" options={parts} {...props} />}
      row={rowOf}
    />
  );
}

const statusBadges: Record<DisputeStatus, RowContent['state']> = {
  asked: { label: 'Wants an answer', tone: 'gold', icon: CircleAlert },
  'looked-at': { label: 'The bank decides', tone: 'pine', icon: Clock },
  won: { label: 'Decided for us', tone: 'sage', icon: CircleCheck },
  lost: { label: 'Decided for the payer', tone: 'rose', icon: CircleX },
};

function rowOf(dispute: StaffDispute): RowContent {
  const { amount, owner, reason, status, dueBy, openedAt, purpose, url } = dispute;
  return {
    title: <span className="lining-nums">{formatDollarsAndCents(amount)}</span>,
    subtitle: `${asText(reason)} · ${owner?.name ?? 'nobody we know'}`,
    state: statusBadges[status],
    since: openedAt,
    isLate:
      status === 'asked' && dueBy !== null && Date.parse(dueBy) - Date.now() < lateDays * 24 * 3_600_000,
    note: status === 'asked' && dueBy && `Answer until ${momentOf(dueBy)}`,
    children: (
      <>
        <Facts
          facts={[
            ['Reason', asText(reason)],
            ['Owner', owner && `${owner.name}, ${owner.email}`],
            ['Paid for', purpose && describePurpose(purpose)],
            ['Paid', momentOf(dispute.paidAt)],
            ['Disputed', momentOf(openedAt)],
            ['Answer until', momentOf(dueBy)],
            ['Decided', momentOf(dispute.closedAt)],
            ['Number', dispute.providerId],
          ]}
        />
        <p>
          <Link href={url}>Open it at the provider</Link>
        </p>
      </>
    ),
  };
}

/** `product_not_received`, as the provider names a reason: "Product not received". */
function asText(name: string): string {
  const text = name.replaceAll(/[_-]/g, ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const knownPurposes: Readonly<Record<string, string>> = {
  renewal: 'A renewal',
  subscription: 'A plan, first payment',
};

function describePurpose(purpose: string): string {
  return knownPurposes[purpose] ?? asText(purpose);
}
