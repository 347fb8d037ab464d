import { CircleAlert, CircleX } from 'lucide-react';
import { useState } from 'react';
import type { PastDueAccount, PastDueList } from '../../../shared/billing/past-due.ts';
import { formatDate } from '../../../shared/dates.ts';
import { formatDollarsAndCents } from '../../../shared/dollars.ts';
import { plans } from '../../../shared/plans.ts';
import { write } from '../../lib/api/request.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { ActDialog } from '../console/act-dialog.tsx';
import { ShowFilter } from '../console/filters.tsx';
import { type Acting, Queue } from '../console/queue.tsx';
import { Facts, momentOf, type RowContent } from '../console/queue-row.tsx';
import { staffTimeZone } from '../console/times.ts';

const lateDays = 14;

const states = [
  { value: 'grace', label: 'Ended within three months' },
  { value: 'over', label: 'Ended before' },
];

/** Accounts whose plan is not paid any more, oldest first. */
export function PastDuePage() {
  return (
    <Queue<PastDueAccount, PastDueList, 'extend', 'state'>
      path="arrears"
      title="In arrears"
      description="Plans that ended and were not paid for again. Deliveries that fall due wait, and go out within a minute of a payment."
      noun="accounts in arrears"
      empty={{ title: 'Nothing here', description: 'Every plan is paid.' }}
      itemsOf={({ accounts }) => accounts}
      placeNames={['afterSince', 'after']}
      filterNames={['state']}
      filters={(props) => <ShowFilter name="state" options={states} {...props} />}
      row={rowOf}
      dialog={(acting) => <ExtendDialog {...acting} />}
      keys={[{ key: 'e', label: 'extend', actionOf: () => 'extend' }]}
    />
  );
}

function rowOf(account: PastDueAccount, onAct: (action: 'extend') => void): RowContent {
  const { id, name, email, plan, paidThrough, graceEndsAt, diedSince, isGuaranteed } = account;
  const due = dueOf(account);
  return {
    title: name,
    subtitle: `${plans[plan].name} · ${due}`,
    state: isGuaranteed
      ? { label: 'In the grace period', tone: 'gold', icon: CircleAlert }
      : { label: 'No longer guaranteed', tone: 'rose', icon: CircleX },
    since: paidThrough,
    isLate: isGuaranteed && Date.parse(graceEndsAt) - Date.now() < lateDays * 24 * 3_600_000,
    children: (
      <>
        <Facts
          facts={[
            ['Owner', `${name}, ${email}`],
            ['Has died', momentOf(diedSince)],
            ['Plan', plans[plan].name],
            ['Paid until', momentOf(paidThrough)],
            ['To be paid', due],
            ['Grace ends', momentOf(graceEndsAt)],
            ['Told', noticesOf(account)],
          ]}
        />
        <div className="flex flex-wrap items-center gap-4">
          <Button size="small" onPress={() => onAct('extend')}>
            Extend without a payment
          </Button>
          <Link href={`/admin/people/${id}`}>Open the person</Link>
        </div>
      </>
    ),
  };
}

function dueOf({ monthsDue, amount }: PastDueAccount): string {
  return `${monthsDue} ${monthsDue === 1 ? 'month' : 'months'}, ${formatDollarsAndCents(amount)}`;
}

/** What each notice is about. */
const stepLabels: Record<PastDueAccount['told'][number]['step'], string> = {
  before: 'A week before it ended',
  lapse: 'When it ended',
  'month-1': 'A month later',
  'month-2': 'Two months later',
  over: 'After the three months',
  held: 'A delivery is waiting',
  death: 'After the death of the owner',
};

/** A line for each notice. Before the lapse only the owner gets it. */
function noticesOf({ told }: PastDueAccount): string {
  const lines = told.map(({ step, at }) => {
    const whom = step === 'before' ? 'the owner' : 'the owner, while alive, and trusted contacts';
    return `${formatDate(at, staffTimeZone())}: ${stepLabels[step]}, to ${whom}`;
  });
  return lines.join('\n') || 'Nobody has been told yet';
}

function ExtendDialog({ item: account, onClose }: Acting<PastDueAccount, 'extend'>) {
  const { id, name, plan, paidThrough } = account;
  const [until, setUntil] = useState('');

  async function send(reason: string) {
    await write('POST', `/api/admin/arrears/${id}/extend`, { reason, until, seen: { paidThrough } });
    toast({ title: 'The plan is extended', description: `${name}, until ${until}` });
  }

  return (
    <ActDialog
      title="Extend without a payment"
      what={`${name}’s ${plans[plan].name} counts as paid until the end of the day you choose. What is waiting for a payment goes out. Nothing is charged for that time.`}
      action="Extend the plan"
      send={send}
      onClose={onClose}
    >
      {({ until: error }) => (
        <TextField label="Until" type="date" isRequired value={until} onChange={setUntil} error={error} />
      )}
    </ActDialog>
  );
}
