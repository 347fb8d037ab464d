import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { StaffDeliveryCounts } from '../../../shared/delivery/staff-deliveries.ts';
import { waitingReasons } from '../../../shared/delivery/waiting-reasons.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { AgeSelect, everything, type FilterProps } from '../console/filters.tsx';
import { staffKey } from '../console/queries.ts';
import { reasonLabels, stateLabels } from './labels.ts';

export const filterNames = ['state', 'reason', 'minAgeHours', 'owner', 'recipient', 'sort'] as const;
export type DeliveryFilter = (typeof filterNames)[number];

const orders = [
  { value: 'oldest', label: 'Oldest first' },
  { value: 'newest', label: 'Newest first' },
  { value: 'due', label: 'First due first' },
];

export function FilterBar({ filters, onChange }: FilterProps<DeliveryFilter>) {
  const { data: counts = [] } = useQuery<StaffDeliveryCounts>({ queryKey: staffKey('deliveries', 'counts') });
  const [owner, setOwner] = useState(filters.owner ?? '');
  const [recipient, setRecipient] = useState(filters.recipient ?? '');
  const countOf = (state: string, reason: string | null) =>
    counts.find((group) => group.state === state && group.reason === reason)?.count ?? 0;
  const states = [
    { value: everything, label: 'All that has stopped' },
    ...(['failed', 'pending', 'sending'] as const).map((state) => ({
      value: `state:${state}`,
      label: `${stateLabels[state]} (${countOf(state, null)})`,
    })),
    ...waitingReasons.map((reason) => ({
      value: `reason:${reason}`,
      label: `${reasonLabels[reason]} (${countOf('waiting', reason)})`,
    })),
  ];
  const chosen = filters.reason
    ? `reason:${filters.reason}`
    : filters.state
      ? `state:${filters.state}`
      : everything;

  function choose(value: string) {
    const [name, which] = value.split(':');
    const { state: _state, reason: _reason, ...rest } = filters;
    onChange(name && which ? { ...rest, [name]: which } : rest);
  }

  function search(event: FormEvent) {
    event.preventDefault();
    onChange({ ...filters, owner: owner.trim(), recipient: recipient.trim() });
  }

  return (
    <form
      className="grid large-text:flex large-text:flex-col large-text:items-stretch grid-cols-2 items-end gap-3 rounded-t-card border-b border-line bg-card px-4 py-4 md:px-6 md:grid-cols-3 xl:sticky xl:top-0 xl:z-10 xl:grid-cols-[1.4fr_1fr_1fr_1fr_1fr_auto]"
      onSubmit={search}
    >
      <Select label="State" className="max-md:col-span-2" value={chosen} onChange={choose} options={states} />
      <AgeSelect filters={filters} onChange={(age) => onChange({ ...filters, ...age })} />
      <Select
        label="Order"
        value={filters.sort ?? 'oldest'}
        onChange={(sort) => onChange({ ...filters, sort })}
        options={orders}
      />
      <TextField label="Owner" autoComplete="off" value={owner} onChange={setOwner} />
      <TextField label="Recipient" autoComplete="off" value={recipient} onChange={setRecipient} />
      <Button type="submit" variant="quiet">
        Find
      </Button>
    </form>
  );
}
