import { useState } from 'react';
import type { StaffDispute, StaffDisputeList } from '../../../../shared/billing/disputes.ts';
import { formatDollarsAndCents } from '../../../../shared/dollars.ts';
import { Link } from '../../../ui/link.tsx';
import { ShowFilter } from '../../console/filters.tsx';
import { ListKeysHelp, useListKeys } from '../../console/list-keys.tsx';
import { useStaffList } from '../../console/queries.ts';
import { QueueList, StaffPage } from '../../console/queue-page.tsx';
import { Facts, momentOf, QueueRow } from '../../console/queue-row.tsx';
import { purposeWords, reasonWords, statusWords } from './words.ts';

const filterNames = ['state'] as const;
const placeNames = ['afterSince', 'after'] as const;
const lateDays = 3;

const states = [
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Decided' },
];

/** Charges that payers dispute with their bank, opened the longest ago first. */
export function DisputesPage() {
  const { list, filters, narrow, paging } = useStaffList<
    StaffDisputeList,
    (typeof filterNames)[number],
    (typeof placeNames)[number]
  >('disputes', { filters: filterNames, places: placeNames });
  const { disputes = [] } = list.data ?? {};
  const [openId, setOpenId] = useState<string>();
  const toggle = (id: string) => setOpenId((open) => (open === id ? undefined : id));
  const keys = useListKeys({ ids: disputes.map(({ id }) => id), onOpen: toggle, isOff: false });

  return (
    <StaffPage
      title="Disputed charges"
      description="Somebody told their bank that a charge was not theirs. The provider takes our answer until the day shown."
    >
      <QueueList
        noun="disputed charges"
        list={list}
        isEmpty={disputes.length === 0}
        empty={{ title: 'Nothing here', description: 'No charge is disputed.' }}
        filters={<ShowFilter name="state" options={states} filters={filters} onChange={narrow} />}
        paging={paging}
      >
        {disputes.map((dispute) => (
          <DisputeRow
            key={dispute.id}
            dispute={dispute}
            isOpen={dispute.id === openId}
            onToggle={() => toggle(dispute.id)}
          />
        ))}
      </QueueList>
      <ListKeysHelp {...keys} />
    </StaffPage>
  );
}

interface DisputeRowProps {
  dispute: StaffDispute;
  isOpen: boolean;
  onToggle: () => void;
}

function DisputeRow({ dispute, isOpen, onToggle }: DisputeRowProps) {
  const { id, amount, owner, reason, status, dueBy, openedAt, purpose, url } = dispute;
  return (
    <QueueRow
      id={id}
      title={<span className="lining-nums">{formatDollarsAndCents(amount)}</span>}
      subtitle={`${reasonWords(reason)} · ${owner?.name ?? 'nobody we know'}`}
      state={statusWords[status]}
      since={openedAt}
      isLate={isLate(dispute, Date.now())}
      note={status === 'asked' && dueBy && `Answer until ${momentOf(dueBy)}`}
      isOpen={isOpen}
      onToggle={onToggle}
    >
      <Facts
        facts={[
          ['Reason', reasonWords(reason)],
          ['Owner', owner && `${owner.name}, ${owner.email}`],
          ['Paid for', purpose && purposeWords(purpose)],
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
    </QueueRow>
  );
}

function isLate({ status, dueBy }: StaffDispute, now: number): boolean {
  return status === 'asked' && dueBy !== null && Date.parse(dueBy) - now < lateDays * 24 * 3_600_000;
}
