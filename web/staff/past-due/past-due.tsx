import { CircleAlert, CircleX } from 'lucide-react';
import type { PastDueAccount, PastDueList } from '../../../shared/billing/past-due.ts';
import { formatDollarsAndCents } from '../../../shared/dollars.ts';
import { plans } from '../../../shared/plans.ts';
import type { ActionRequest } from '../console/action-dialog.tsx';
import { showFilter } from '../console/filters.tsx';
import { counted, dateOf, momentOf } from '../console/format.ts';
import { Queue } from '../console/queue.tsx';
import type { RowContent } from '../console/row-buttons.tsx';

const lateDays = 14;

const states = [
  { value: 'grace', label: 'Ended within three months' },
  { value: 'over', label: 'Ended before' },
];

export function PastDuePage() {
  return (
    <Queue
      path="arrears"
      title="In arrears"
      description="Plans that ended and were not paid for again. Deliveries that fall due wait, and go out within a minute of a payment."
      noun="accounts in arrears"
      empty={{ title: 'Nothing here', description: 'Every plan is paid.' }}
      itemsOf={({ accounts }: PastDueList) => accounts}
      placeNames={['afterSince', 'after']}
      {...showFilter('state', states)}
      row={rowOf}
      requestOf={requestOf}
      keys={[{ key: 'e', label: 'extend', actionOf: () => 'extend' }]}
    />
  );
}

function rowOf(account: PastDueAccount): RowContent<'extend'> {
  const { id, name, email, plan, paidThrough, graceEndsAt, diedSince, isGuaranteed } = account;
  const due = dueOf(account);
  return {
    title: name,
    subtitle: [plans[plan].name, due],
    state: isGuaranteed
      ? { label: 'In the grace period', tone: 'gold', icon: CircleAlert }
      : { label: 'No longer guaranteed', tone: 'rose', icon: CircleX },
    since: paidThrough,
    isLate: isGuaranteed && Date.parse(graceEndsAt) - Date.now() < lateDays * 24 * 3_600_000,
    facts: [
      ['Owner', `${name}, ${email}`],
      ['Has died', momentOf(diedSince)],
      ['Plan', plans[plan].name],
      ['Paid until', momentOf(paidThrough)],
      ['To be paid', due],
      ['Grace ends', momentOf(graceEndsAt)],
      ['Told', noticesOf(account)],
    ],
    buttons: [
      { action: 'extend', label: 'Extend without a payment', variant: 'primary' },
      { label: 'Open the person', href: `/admin/people/${id}` },
    ],
  };
}

function dueOf({ monthsDue, amount }: PastDueAccount): string {
  return `${counted(monthsDue, 'month')}, ${formatDollarsAndCents(amount)}`;
}

const stepLabels: Record<PastDueAccount['told'][number]['step'], string> = {
  before: 'A week before it ended',
  lapse: 'When it ended',
  'month-1': 'A month later',
  'month-2': 'Two months later',
  over: 'After the three months',
  held: 'A delivery is waiting',
  death: 'After the death of the owner',
};

/** A line for each notice. Before the lapse only the owner gets one. */
function noticesOf({ told }: PastDueAccount): string {
  const lines = told.map(({ step, at }) => {
    const whom = step === 'before' ? 'the owner' : 'the owner, while alive, and trusted contacts';
    return `${dateOf(at)}: ${stepLabels[step]}, to ${whom}`;
  });
  return lines.join('\n') || 'Nobody has been told yet';
}

function requestOf({ id, name, plan, paidThrough }: PastDueAccount): ActionRequest {
  return {
    title: 'Extend without a payment',
    what: `${name}’s ${plans[plan].name} counts as paid until the end of the day you choose. What is waiting for a payment goes out. Nothing is charged for that time.`,
    button: 'Extend the plan',
    fields: [{ name: 'until', label: 'Until', type: 'date', isRequired: true }],
    path: `arrears/${id}/extend`,
    body: { seen: { paidThrough } },
    done: (_answer, { until }) => ({ title: 'The plan is extended', description: `${name}, until ${until}` }),
  };
}
