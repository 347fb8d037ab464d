import type { StaffAddressChange } from '../../../shared/after-death/address-changes.ts';
import type { StaffDelivery } from '../../../shared/delivery/staff-deliveries.ts';
import { write } from '../../lib/api/request.ts';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** What is left empty stays as it is. */
export interface Reached {
  email?: string;
  phone?: string;
  mailingAddress?: string;
}

export function proposeAddress(
  { id, state, reason: why, attemptCount, recipient }: StaffDelivery,
  reason: string,
  reached: Reached,
): Promise<StaffAddressChange> {
  const seen = { state, reason: why, attemptCount, address: recipient?.address ?? null };
  const entered = Object.fromEntries(Object.entries(reached).filter(([, text]) => text.trim()));
  return write('POST', `/api/admin/deliveries/${id}/address`, { ...entered, reason, seen });
}

interface AddressFieldsProps {
  reached: Reached;
  onChange: (reached: Reached) => void;
  errors: Readonly<Record<string, string>>;
}

/** Where somebody is to be reached; only what is filled in changes. */
export function AddressFields({ reached, onChange, errors }: AddressFieldsProps) {
  return (
    <>
      <TextField
        label="New email address"
        type="email"
        autoComplete="off"
        value={reached.email ?? ''}
        onChange={(email) => onChange({ ...reached, email })}
        error={errors['email']}
      />
      <TextField
        label="New phone number"
        description="What you leave empty stays as it is"
        type="tel"
        autoComplete="off"
        value={reached.phone ?? ''}
        onChange={(phone) => onChange({ ...reached, phone })}
        error={errors['phone']}
      />
      <TextArea
        label="New postal address"
        rows={2}
        value={reached.mailingAddress ?? ''}
        onChange={(mailingAddress) => onChange({ ...reached, mailingAddress })}
        error={errors['mailingAddress']}
      />
    </>
  );
}
