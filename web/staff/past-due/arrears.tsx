import { useState } from 'react';
import type { PastDueAccount, PastDueList } from '../../../shared/billing/past-due.ts';
import { plans } from '../../../shared/plans.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { ShowFilter } from '../console/filters.tsx';
import { ListKeysHelp, useListKeys } from '../console/list-keys.tsx';
import { useStaffList } from '../console/queries.ts';
import { QueueList, StaffPage } from '../console/queue-page.tsx';
import { Facts, momentOf, QueueRow } from '../console/queue-row.tsx';
import { ExtendDialog } from './extend-dialog.tsx';
import { dueWords, graceWords, toldWords } from './words.ts';

const filterNames = ['state'] as const;
const placeNames = ['afterSince', 'after'] as const;
const lateDays = 14;

const states = [
  { value: 'grace', label: 'Ended within three months' },
  { value: 'over', label: 'Ended before' },
];

/** Accounts whose plan is not paid any more, those that lapsed the longest ago first. */
export function ArrearsPage() {
  const { list, filters, narrow, paging } = useStaffList<
    PastDueList,
    (typeof filterNames)[number],
    (typeof placeNames)[number]
  >('arrears', { filters: filterNames, places: placeNames });
  const { accounts = [] } = list.data ?? {};
  const [openId, setOpenId] = useState<string>();
  const [extending, setExtending] = useState<PastDueAccount>();
  const toggle = (id: string) => setOpenId((open) => (open === id ? undefined : id));
  const keys = useListKeys({
    ids: accounts.map(({ id }) => id),
    onOpen: toggle,
    keys: [{ key: 'e', label: 'extend', act: (id) => setExtending(accounts.find((each) => each.id === id)) }],
    isOff: extending !== undefined,
  });

  return (
    <StaffPage
      title="In arrears"
      description="Plans that ended and were not paid for again. Deliveries that fall due wait, and go out within a minute of a payment."
    >
      <QueueList
        noun="accounts in arrears"
        list={list}
        isEmpty={accounts.length === 0}
        empty={{ title: 'Nothing here', description: 'Every plan is paid.' }}
        filters={<ShowFilter name="state" options={states} filters={filters} onChange={narrow} />}
        paging={paging}
      >
        {accounts.map((account) => (
          <ArrearsRow
            key={account.id}
            account={account}
            isOpen={account.id === openId}
            onToggle={() => toggle(account.id)}
            onExtend={() => setExtending(account)}
          />
        ))}
      </QueueList>
      <ListKeysHelp {...keys} />
      {extending && <ExtendDialog account={extending} onClose={() => setExtending(undefined)} />}
    </StaffPage>
  );
}

interface ArrearsRowProps {
  account: PastDueAccount;
  isOpen: boolean;
  onToggle: () => void;
  onExtend: () => void;
}

function ArrearsRow({ account, isOpen, onToggle, onExtend }: ArrearsRowProps) {
  const { id, name, email, plan, paidThrough, graceEndsAt, diedSince } = account;
  return (
    <QueueRow
      id={id}
      title={name}
      subtitle={`${plans[plan].name} · ${dueWords(account)}`}
      state={graceWords(account)}
      since={paidThrough}
      isLate={isLate(account, Date.now())}
      isOpen={isOpen}
      onToggle={onToggle}
    >
      <Facts
        facts={[
          ['Owner', `${name}, ${email}`],
          ['Has died', momentOf(diedSince)],
          ['Plan', plans[plan].name],
          ['Paid until', momentOf(paidThrough)],
          ['To be paid', dueWords(account)],
          ['Grace ends', momentOf(graceEndsAt)],
          ['Told', toldWords(account)],
        ]}
      />
      <div className="flex flex-wrap items-center gap-4">
        <Button size="small" onPress={onExtend}>
          Extend without a payment
        </Button>
        <Link href={`/admin/people/${id}`}>Open the person</Link>
      </div>
    </QueueRow>
  );
}

function isLate({ isGuaranteed, graceEndsAt }: PastDueAccount, now: number): boolean {
  return isGuaranteed && Date.parse(graceEndsAt) - now < lateDays * 24 * 3_600_000;
}
