import { formatDate } from '../../../../shared/dates.ts';
import { fullNameOf } from '../../../../shared/names.ts';
import type { Recipient } from '../../../../shared/people/recipients.ts';
import { deviceTimeZone } from '../../../lib/device.ts';
import { EmailText } from '../../../ui/email-text.tsx';
import { AddressAnswers, type AddressRowProps } from './address-answers.tsx';

/** In the order in which they are tried. */
export function addressesOf({ email, secondEmail, phone, mailingAddress }: Recipient): string[] {
  return [email, secondEmail, phone, mailingAddress].filter((address) => address !== null);
}

/** Whether the owner cannot simply confirm it: something came back, or somebody else reads the mail there. */
export function isInDoubt({ notForThem }: Recipient, failed: AddressRowProps['failed']): boolean {
  return failed !== undefined || notForThem !== null;
}

/** How one person is reached, and when that was last checked. */
export function AddressRow(props: AddressRowProps) {
  const { person, failed } = props;
  const known = addressesOf(person);
  return (
    <li className="grid gap-x-8 gap-y-3 border-b border-line py-5 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
      <div className="min-w-0">
        <h2 className="text-title">{fullNameOf(person)}</h2>
        {known.map((address) => (
          <p key={address} className="wrap-anywhere whitespace-pre-line">
            <EmailText>{address}</EmailText>
          </p>
        ))}
        {known.length === 0 && <p className="text-rose">No address yet</p>}
        <Doubt person={person} failed={failed} />
        <p className="mt-1 text-small text-ink-soft">{describeCheck(person)}</p>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <AddressAnswers {...props} hasAddress={known.length > 0} />
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

/** The person's own answer counts for more than a check by the owner. */
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
    : `Last checked on ${day}`;
}
