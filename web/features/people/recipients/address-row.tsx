import { Check } from 'lucide-react';
import { formatDate } from '../../../../shared/dates.ts';
import { fullNameOf } from '../../../../shared/names.ts';
import type { FailedAddresses, Recipient } from '../../../../shared/people/recipients.ts';
import { deviceTimeZone } from '../../../lib/device.ts';
import { Button } from '../../../ui/button.tsx';
import { ButtonLink } from '../../../ui/button-link.tsx';

type Failed = FailedAddresses[number];

interface AddressRowProps {
  person: Recipient;
  /** Where something did not arrive. */
  failed: Failed | undefined;
  isConfirmed: boolean;
  isDisabled: boolean;
  onConfirm: () => void;
  onChange: () => void;
}

/** In the order in which they are tried. */
export function addressesOf({ email, secondEmail, phone, mailingAddress }: Recipient): string[] {
  return [email, secondEmail, phone, mailingAddress].filter((address) => address !== null);
}

/** Can the owner not simply say that it is still right: something came back, or somebody else reads there? */
export function isInDoubt({ notForThem }: Recipient, failed: Failed | undefined): boolean {
  return failed !== undefined || notForThem !== null;
}

/** Where one person is reached, and when somebody last looked. */
export function AddressRow(props: AddressRowProps) {
  const { person, failed } = props;
  const known = addressesOf(person);
  return (
    <li className="grid gap-x-8 gap-y-3 border-b border-line py-5 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
      <div className="min-w-0">
        <h2 className="text-title">{fullNameOf(person)}</h2>
        {known.map((address) => (
          <p key={address} className="wrap-anywhere whitespace-pre-line">
            {address}
          </p>
        ))}
        {known.length === 0 && <p className="text-rose">No address yet</p>}
        <Doubt person={person} failed={failed} />
        <p className="mt-1 text-small text-ink-soft">{describeCheck(person)}</p>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Answers {...props} hasAddress={known.length > 0} />
      </div>
    </li>
  );
}

function Doubt({ person: { notForThem }, failed }: Pick<AddressRowProps, 'person' | 'failed'>) {
  if (notForThem)
    return (
      <p className="mt-2 wrap-anywhere text-rose">
        Somebody who reads at {notForThem.address} told us that what you sent was not for them.
      </p>
    );
  if (!failed) return null;
  const places = failed.addresses.join(' and ');
  return (
    <p className="mt-2 wrap-anywhere text-rose">
      {failed.waits
        ? `What we sent to ${places} did not arrive. Please correct it, or say that it works again: then we send it once more.`
        : `What we sent to ${places} did not arrive.`}
    </p>
  );
}

function Answers({
  person,
  failed,
  hasAddress,
  isConfirmed,
  isDisabled,
  onConfirm,
  onChange,
}: AddressRowProps & { hasAddress: boolean }) {
  const name = fullNameOf(person);
  const button = { size: 'small', isDisabled } as const;
  const change = hasAddress ? 'Change' : 'Add an address';
  if (person.notForThem)
    return (
      <ButtonLink
        variant="quiet"
        size="small"
        href={`/recipients/${person.id}`}
        aria-label={`Answer: ${name}`}
      >
        Answer
      </ButtonLink>
    );
  if (failed)
    return (
      <>
        <Button variant="quiet" {...button} aria-label={`Correct it: ${name}`} onPress={onChange}>
          Correct it
        </Button>
        <Button variant="text" {...button} aria-label={`It works again: ${name}`} onPress={onConfirm}>
          It works again
        </Button>
      </>
    );
  return (
    <>
      {hasAddress && isConfirmed && (
        <p role="status" className="inline-flex min-h-11 items-center gap-2 text-ink-soft">
          <Check aria-hidden="true" className="size-5 flex-none text-sage" strokeWidth={1.5} />
          Still right
        </p>
      )}
      {hasAddress && !isConfirmed && (
        <Button variant="quiet" {...button} aria-label={`Still right: ${name}`} onPress={onConfirm}>
          Still right
        </Button>
      )}
      <Button variant="text" size="small" aria-label={`${change}: ${name}`} onPress={onChange}>
        {change}
      </Button>
    </>
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
