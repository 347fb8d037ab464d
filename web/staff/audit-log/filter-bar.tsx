import { parseAbsolute, parseDate, toCalendarDate } from '@internationalized/date';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { StaffMember } from '../../../shared/accounts/staff.ts';
import { fullNameOf } from '../../../shared/names.ts';
import { type AuditLogFilters, auditGroups, groupOf } from '../../../shared/staff/audit-log.ts';
import { auditActions } from '../../../shared/system/audit-actions.ts';
import { actionLabels } from '../../../shared/system/audit-labels.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { DateField, TextField } from '../../ui/text-field.tsx';
import { staffTimeZone } from '../console/format.ts';
import { staffKey } from '../console/queries.ts';
import { groupLabels } from './labels.ts';

export const filterNames = ['who', 'action', 'account', 'subject', 'from', 'to'] as const;
export type Filters = Partial<Record<keyof AuditLogFilters, string>>;

const everything = 'all';
const actions = [
  { value: everything, label: 'Everything' },
  ...auditGroups.map((group) => ({
    label: groupLabels[group],
    options: [
      { value: group, label: `${groupLabels[group]}: all` },
      ...auditActions
        .filter((action) => groupOf(action) === group)
        .map((action) => ({ value: action, label: actionLabels[action] })),
    ],
  })),
];

/** Filters the log; each choice is stored in the URL. Days are in the time zone of the reader's profile. */
export function FilterBar({ filters, onChange }: { filters: Filters; onChange: (filters: Filters) => void }) {
  const { data: staff = [] } = useQuery<StaffMember[]>({ queryKey: staffKey('staff') });
  const [account, setAccount] = useState(filters.account ?? '');
  const { who = everything, subject } = filters;
  const people = [
    { value: everything, label: 'Anybody' },
    { value: 'system', label: 'The system' },
    ...staff.map((member) => ({ value: member.id, label: fullNameOf(member) })),
  ];
  if (!people.some(({ value }) => value === who)) people.push({ value: who, label: `One account, ${who}` });
  const set = (more: Filters) => onChange({ ...filters, ...more });

  function find(event: FormEvent) {
    event.preventDefault();
    set({ account: account.trim() });
  }

  return (
    <form
      className="grid large-text:flex large-text:flex-col large-text:items-stretch grid-cols-2 items-end gap-3 rounded-t-card border-b border-line bg-card px-4 py-4 md:px-6 xl:sticky xl:top-0 xl:z-10 xl:grid-cols-[1fr_1.3fr_1.3fr_auto_auto_auto]"
      onSubmit={find}
    >
      <Select
        label="Who"
        value={who}
        onChange={(chosen) => set({ who: chosen === everything ? '' : chosen })}
        options={people}
      />
      <Select
        label="What"
        value={filters.action ?? everything}
        onChange={(chosen) => set({ action: chosen === everything ? '' : chosen })}
        options={actions}
      />
      <TextField
        label="Whose account"
        placeholder="Email address or id"
        autoComplete="off"
        className="max-xl:col-span-2"
        value={account}
        onChange={setAccount}
      />
      <DateField
        label="From"
        className="grid-cols-1"
        value={dayOf(filters.from)}
        onChange={(day) => set({ from: startOf(day) })}
      />
      <DateField
        label="Until"
        className="grid-cols-1"
        value={dayOf(filters.to, -1)}
        onChange={(day) => set({ to: startOf(day, 1) })}
      />
      <Button type="submit" variant="quiet">
        Find
      </Button>
      {subject && (
        <p className="col-span-full text-small">
          Only what concerns <span className="break-all">{subject}</span>{' '}
          <Button variant="text" size="small" onPress={() => set({ subject: '' })}>
            Show all
          </Button>
        </p>
      )}
    </form>
  );
}

/** The day of an instant in the reader's time zone, plus `days`. */
function dayOf(instant = '', days = 0): string {
  return attempt(() => String(toCalendarDate(parseAbsolute(instant, staffTimeZone())).add({ days })));
}

/** The start of such a day as an instant; empty while the day is still being typed. */
function startOf(day: string, days = 0): string {
  return attempt(() => parseDate(day).add({ days }).toDate(staffTimeZone()).toISOString());
}

/** What is in the URL or being typed may be invalid; empty then. */
function attempt(work: () => string): string {
  try {
    return work();
  } catch {
    return '';
  }
}
