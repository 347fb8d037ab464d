import { formatDate } from '../../../../../shared/dates.ts';
import type { Recipient } from '../../../../../shared/people/recipients.ts';
import { deviceTimeZone } from '../../../../lib/device.ts';

/** What a trusted contact was told, and last answered; nothing for anybody else. */
export function TrustLine({ person }: { person: Recipient }) {
  const line = describeTrust(person);
  return line && <p className="mt-2 text-small text-ink-soft">{line}</p>;
}

function describeTrust({ trustedContact, explanationPending, answers: { trust } }: Recipient): string | null {
  if (explanationPending) return 'We have not sent them our message about being a trusted contact yet.';
  const day = trust && formatDate(trust.at, deviceTimeZone());
  if (trustedContact && trust?.answer === 'yes') return `Would still do it, as they said on ${day}.`;
  if (trust?.answer === 'no') return `Would rather not be a trusted contact, as they said on ${day}.`;
  return null;
}
