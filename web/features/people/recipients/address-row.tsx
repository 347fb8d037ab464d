import { Check } from 'lucide-react';
import { formatDate } from '../../../../shared/dates.ts';
import { fullNameOf } from '../../../../shared/names.ts';
import type { Recipient } from '../../../../shared/people/recipients.ts';
import { deviceTimeZone } from '../../../lib/device.ts';
import { Button } from '../../../ui/button.tsx';

interface AddressRowProps {
  person: Recipient;
  isConfirmed: boolean;
  isDisabled: boolean;
  onConfirm: () => void;
  onChange: () => void;
}

/** Where one person is reached, and when somebody last looked. */
export function AddressRow({ person, isConfirmed, isDisabled, onConfirm, onChange }: AddressRowProps) {
  const { email, secondEmail, phone, mailingAddress, addressesCheckedAt, createdAt } = person;
  const known = [email, secondEmail, phone, mailingAddress].filter((address) => address !== null);
  const name = fullNameOf(person);
  return (
    <li className="grid gap-x-8 gap-y-3 border-b border-line py-5 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
      <div className="min-w-0">
        <h2 className="text-title">{name}</h2>
        {known.map((address) => (
          <p key={address} className="wrap-anywhere whitespace-pre-line">
            {address}
          </p>
        ))}
        {known.length === 0 && <p className="text-rose">No address yet</p>}
        <p className="mt-1 text-small text-ink-soft">
          Last looked at on {formatDate(addressesCheckedAt ?? createdAt, deviceTimeZone())}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {isConfirmed ? (
          <p role="status" className="inline-flex min-h-11 items-center gap-2 text-ink-soft">
            <Check aria-hidden="true" className="size-5 flex-none text-sage" strokeWidth={1.5} />
            Still right
          </p>
        ) : (
          <Button
            variant="quiet"
            size="small"
            isDisabled={isDisabled || known.length === 0}
            aria-label={`Still right: ${name}`}
            onPress={onConfirm}
          >
            Still right
          </Button>
        )}
        <Button variant="text" size="small" aria-label={`Change: ${name}`} onPress={onChange}>
          Change
        </Button>
      </div>
    </li>
  );
}
