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

/** In the order in which they are tried. */
export function addressesOf({ email, secondEmail, phone, mailingAddress }: Recipient): string[] {
  return [email, secondEmail, phone, mailingAddress].filter((address) => address !== null);
}

/** Where one person is reached, and when somebody last looked. */
export function AddressRow({ person, isConfirmed, isDisabled, onConfirm, onChange }: AddressRowProps) {
  const known = addressesOf(person);
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
        <p className="mt-1 text-small text-ink-soft">{describeCheck(person)}</p>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {known.length > 0 && isConfirmed && (
          <p role="status" className="inline-flex min-h-11 items-center gap-2 text-ink-soft">
            <Check aria-hidden="true" className="size-5 flex-none text-sage" strokeWidth={1.5} />
            Still right
          </p>
        )}
        {known.length > 0 && !isConfirmed && (
          <Button
            variant="quiet"
            size="small"
            isDisabled={isDisabled}
            aria-label={`Still right: ${name}`}
            onPress={onConfirm}
          >
            Still right
          </Button>
        )}
        <Button
          variant="text"
          size="small"
          aria-label={known.length > 0 ? `Change: ${name}` : `Add an address: ${name}`}
          onPress={onChange}
        >
          {known.length > 0 ? 'Change' : 'Add an address'}
        </Button>
      </div>
    </li>
  );
}

/** Their own word counts for more than a look by the owner. */
function describeCheck({
  firstName,
  addressesCheckedAt,
  createdAt,
  answers: { address },
}: Recipient): string {
  const at = addressesCheckedAt ?? createdAt;
  const day = formatDate(at, deviceTimeZone());
  return address?.answer === 'right' && address.at === at
    ? `${firstName} said on ${day} that it is right`
    : `Last looked at on ${day}`;
}
