import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mailFacts, mailKinds } from '../../../shared/outbox/mail-kinds.ts';
import type { MailState, StaffMailCounts, StaffMailList } from '../../../shared/outbox/staff-mails.ts';
import { Link } from '../../ui/link.tsx';
import { Select } from '../../ui/select.tsx';
import { AgeSelect, everything, type FilterProps, FindForm } from '../console/filters.tsx';
import { staffKey } from '../console/queries.ts';
import { Queue } from '../console/queue.tsx';
import { stateLabels } from './labels.ts';
import { addressRequest, mailBulkActs, requestOf } from './mail-actions.ts';
import { rowOf } from './mail-row.tsx';

const filterNames = ['state', 'kind', 'minAgeHours', 'person'] as const;
type MailFilter = (typeof filterNames)[number];

export function MailsPage() {
  const [addresses, setAddresses] = useState<Record<string, string>>({});
  return (
    <Queue
      path="mails"
      title="Mail log"
      description={
        <>
          Every email we send, the newest first. Those that bring something to a recipient are under{' '}
          <Link href="/admin/deliveries">Deliveries</Link>.
        </>
      }
      noun="mails"
      empty={{
        title: 'No emails match',
        description: 'Sent emails are removed from this list after 30 days.',
      }}
      itemsOf={({ mails }: StaffMailList) => mails}
      placeNames={['beforeWritten', 'before']}
      filterNames={filterNames}
      filters={(props) => <Filters {...props} />}
      row={(mail) => rowOf(mail, addresses[mail.id])}
      requestOf={(mail, action) =>
        action === 'address'
          ? addressRequest(mail, (address) => setAddresses({ ...addresses, [mail.id]: address }))
          : requestOf(mail, action)
      }
      bulk={{
        acts: mailBulkActs,
        nameOf: ({ kind, to }) => `${mailFacts[kind].label}, ${to ?? 'without an address'}`,
        isOffered: (mails) => mails.some(({ acts }) => acts.length > 0),
      }}
    />
  );
}

const kinds = [
  { value: everything, label: 'All kinds' },
  ...mailKinds.map((kind) => ({ value: kind, label: mailFacts[kind].label })),
];

function Filters({ filters, onChange }: FilterProps<MailFilter>) {
  const { data: counts } = useQuery<StaffMailCounts>({ queryKey: staffKey('mails', 'counts') });
  const choose = (name: MailFilter) => (value: string) =>
    onChange({ ...filters, [name]: value === everything ? '' : value });
  const states = [
    { value: everything, label: 'All states' },
    ...(Object.keys(stateLabels) as MailState[]).map((value) => ({ value, label: labelOf(value, counts) })),
  ];
  return (
    <FindForm
      label="Person"
      text={filters.person ?? ''}
      onFind={(person) => onChange({ ...filters, person })}
    >
      <Select label="State" value={filters.state ?? everything} onChange={choose('state')} options={states} />
      <Select label="Kind" value={filters.kind ?? everything} onChange={choose('kind')} options={kinds} />
      <AgeSelect filters={filters} onChange={(age) => onChange({ ...filters, ...age })} />
    </FindForm>
  );
}

/** There are too many sent and unwanted emails to count. */
function labelOf(state: MailState, counts: StaffMailCounts | undefined): string {
  const { label } = stateLabels[state];
  const isCounted = counts && (state === 'waiting' || state === 'failed');
  return isCounted ? `${label} (${counts[state]})` : label;
}
