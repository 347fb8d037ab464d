import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mailFacts, mailKinds } from '../../../shared/outbox/mail-kinds.ts';
import type {
  MailAct,
  MailState,
  StaffMail,
  StaffMailCounts,
  StaffMailList,
} from '../../../shared/outbox/staff-mails.ts';
import { Link } from '../../ui/link.tsx';
import { Select } from '../../ui/select.tsx';
import { BulkBar, useBulk, useChosen } from '../console/bulk.tsx';
import { ages, everything, FindForm } from '../console/find-form.tsx';
import { ListKeysHelp, useListKeys } from '../console/list-keys.tsx';
import { staffKey, useStaffList } from '../console/queries.ts';
import { QueueList, StaffPage } from '../console/queue-page.tsx';
import { bulkActs } from './bulk-acts.ts';
import { AddressDialog, MailActDialog } from './mail-act-dialog.tsx';
import { MailRow } from './mail-row.tsx';
import { stateWords } from './words.ts';

const filterNames = ['state', 'kind', 'minAgeHours', 'person'] as const;
const placeNames = ['beforeWritten', 'before'] as const;

/** What became of every mail of the outbox, the newest first. */
export function MailsPage() {
  const { list, filters, narrow, paging } = useStaffList<
    StaffMailList,
    (typeof filterNames)[number],
    (typeof placeNames)[number]
  >('mails', { filters: filterNames, places: placeNames });
  const { mails = [] } = list.data ?? {};
  const [openId, setOpenId] = useState<string>();
  const [shown, setShown] = useState<Record<string, string>>({});
  const [acting, setActing] = useState<Acting>();
  const toggle = (id: string) => setOpenId((open) => (open === id ? undefined : id));
  const { has, toggle: choose, ...chosen } = useChosen(mails);
  const bulk = useBulk(chosen);
  const keys = useListKeys({
    ids: mails.map(({ id }) => id),
    onOpen: toggle,
    keys: [{ key: 'x', label: 'choose', act: choose }],
    isOff: acting !== undefined || bulk.isOpen,
  });

  return (
    <StaffPage title="Mail log" description={aboutTheLog}>
      <QueueList
        noun="mails"
        list={list}
        isEmpty={mails.length === 0}
        empty={{
          title: 'No emails match',
          description: 'Sent emails are removed from this list after 30 days.',
        }}
        filters={<Filters filters={filters} onChange={narrow} />}
        paging={paging}
      >
        {mails.some(({ acts }) => acts.length > 0) && (
          <BulkBar {...chosen} acts={bulkActs} total={mails.length} onBegin={bulk.begin} />
        )}
        {mails.map((mail) => (
          <MailRow
            key={mail.id}
            mail={mail}
            address={shown[mail.id]}
            choosing={{
              name: `${mailFacts[mail.kind].label}, ${mail.to ?? 'without an address'}`,
              isChosen: has(mail.id),
              onChoose: () => choose(mail.id),
            }}
            isOpen={mail.id === openId}
            onToggle={() => toggle(mail.id)}
            onAct={(act) => setActing({ mail, act })}
          />
        ))}
      </QueueList>
      <ListKeysHelp {...keys} />
      {bulk.dialogs}
      {acting && (
        <ActOnMail
          {...acting}
          onShown={(address) => setShown({ ...shown, [acting.mail.id]: address })}
          onClose={() => setActing(undefined)}
        />
      )}
    </StaffPage>
  );
}

const aboutTheLog = (
  <>
    Every email we send, the newest first. Those that bring something to a recipient are under{' '}
    <Link href="/admin/deliveries">Deliveries</Link>.
  </>
);

interface Acting {
  mail: StaffMail;
  act: MailAct | 'address';
}

function ActOnMail({ act, ...dialog }: Acting & { onShown: (address: string) => void; onClose: () => void }) {
  if (act === 'address') return <AddressDialog {...dialog} />;
  return <MailActDialog mail={dialog.mail} act={act} onClose={dialog.onClose} />;
}

type Values = Partial<Record<(typeof filterNames)[number], string>>;
const kinds = [
  { value: everything, label: 'All kinds' },
  ...mailKinds.map((kind) => ({ value: kind, label: mailFacts[kind].label })),
];

function Filters({ filters, onChange }: { filters: Values; onChange: (filters: Values) => void }) {
  const { data: counts } = useQuery<StaffMailCounts>({ queryKey: staffKey('mails', 'counts') });
  const choose = (name: keyof Values) => (value: string) =>
    onChange({ ...filters, [name]: value === everything ? '' : value });
  const states = [
    { value: everything, label: 'All states' },
    ...(Object.keys(stateWords) as MailState[]).map((state) => ({
      value: state,
      label: labelOf(state, counts),
    })),
  ];
  return (
    <FindForm
      label="Person"
      text={filters.person ?? ''}
      onFind={(person) => onChange({ ...filters, person })}
    >
      <Select label="State" value={filters.state ?? everything} onChange={choose('state')} options={states} />
      <Select label="Kind" value={filters.kind ?? everything} onChange={choose('kind')} options={kinds} />
      <Select
        label="Age"
        value={filters.minAgeHours ?? everything}
        onChange={choose('minAgeHours')}
        options={ages}
      />
    </FindForm>
  );
}

/** Those that are over are too many to count. */
function labelOf(state: MailState, counts: StaffMailCounts | undefined): string {
  const { label } = stateWords[state];
  const isCounted = counts && (state === 'waiting' || state === 'failed');
  return isCounted ? `${label} (${counts[state]})` : label;
}
