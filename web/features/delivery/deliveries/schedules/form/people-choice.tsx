import { useState } from 'react';
import { fullNameOf } from '../../../../../../shared/names.ts';
import type { Recipient } from '../../../../../../shared/people/recipients.ts';
import { ButtonLink } from '../../../../../ui/button-link.tsx';
import { CheckboxGroup } from '../../../../../ui/checkbox-group.tsx';
import type { Choice } from '../../../../../ui/choice-card.tsx';
import { EmptyState } from '../../../../../ui/empty-state.tsx';
import { Link } from '../../../../../ui/link.tsx';
import { SearchField } from '../../../../../ui/search-field.tsx';
import { SegmentedControl } from '../../../../../ui/segmented-control.tsx';
import { SideBySide } from '../../../../../ui/side-by-side.tsx';
import { describeLink } from '../recipient-names.ts';
import { neededAddress } from '../schedules.ts';
import { tickedFirst } from './addressee.ts';
import type { DeliveryPlan, FullPlan } from './delivery-plan.ts';

interface PeopleChoiceProps {
  recipients: readonly Recipient[];
  plan: FullPlan;
  error?: string | undefined;
  onChange: (changes: Partial<DeliveryPlan>) => void;
}

const searchFrom = 8;

export function PeopleChoice({ recipients, plan, error, onChange }: PeopleChoiceProps) {
  const [search, setSearch] = useState('');
  const [first] = useState(plan.recipientIds);
  const wanted = search.trim().toLowerCase();
  const shown = tickedFirst(recipients, first).filter(
    (person) => plan.recipientIds.includes(person.id) || fullNameOf(person).toLowerCase().includes(wanted),
  );
  const chosen = recipients.filter(({ id }) => plan.recipientIds.includes(id));
  if (recipients.length === 0) return <NobodyYet />;
  return (
    <div className="flex flex-col gap-4 wrap-anywhere lg:flex-1">
      <SegmentedControl
        label="Delivery method"
        isLabelHidden
        value={plan.deliveryMethod}
        choices={[
          { value: 'digital', label: describeLink(chosen) },
          { value: 'physical', label: 'By post' },
        ]}
        onChange={(deliveryMethod) => onChange({ deliveryMethod })}
      />
      {recipients.length > searchFrom && (
        <SearchField label="Search your recipients" value={search} onChange={setSearch} />
      )}
      <CheckboxGroup
        label="Recipients"
        isLabelHidden
        appearance="row"
        isScrollable
        isFilling
        value={plan.recipientIds}
        choices={shown.map((person) => toChoice(person, plan.deliveryMethod))}
        error={error}
        onChange={(recipientIds) => onChange({ recipientIds })}
      />
      <Link href="/recipients" className="inline-flex min-h-11 items-center self-start text-small">
        Add or correct a recipient
      </Link>
    </div>
  );
}

function addressOf(
  { email, secondEmail, phone, reachedBy, mailingAddress }: Recipient,
  method: DeliveryPlan['deliveryMethod'],
): string | null {
  if (method === 'physical') return mailingAddress;
  return reachedBy === 'text' ? phone : (email ?? secondEmail);
}

function toChoice(person: Recipient, method: DeliveryPlan['deliveryMethod']): Choice {
  const address = addressOf(person, method);
  const relation = person.relationship !== 'other' && `your ${person.relationship}`;
  return {
    value: person.id,
    label: fullNameOf(person),
    description: (
      <SideBySide>
        {relation}
        {address || <span className="text-gold">no {neededAddress(method, person.phone !== null)} yet</span>}
      </SideBySide>
    ),
  };
}

export function NobodyYet() {
  return (
    <EmptyState
      title="Nobody here yet"
      description="Add the people you write to. They need no account."
      action={
        <ButtonLink href="/recipients" variant="quiet">
          Add a recipient
        </ButtonLink>
      }
    />
  );
}
