import type { LinkChannel } from '../../../../shared/outbox/channels.ts';
import { compileMail } from '../../../platform/mail/compile-mail.tsx';
import { Action, MailLayout, Soft, Words } from '../../../platform/mail/layout.tsx';
import type { RecipientRow } from '../../people/recipients/recipients.table.ts';
import { type Addresses, contactsOf } from '../../people/recipients/recipients.ts';

/** For the owner: a delivery waits for an address that works. `link` leads to the recipient's entry. */
export const addressNeededMail = compileMail({
  values: ['ownerName', 'recipientName', 'happened', 'next', 'link', 'label'],
  subject: ({ recipientName }) => `We could not reach ${recipientName}`,
  Body: ({ ownerName, recipientName, happened, next, link, label }) => (
    <MailLayout
      title={`We could not reach ${recipientName}`}
      footer={<Soft>We write to you because you left something for {recipientName} with Long After.</Soft>}
    >
      <Words>Dear {ownerName},</Words>
      <Words>{happened}</Words>
      <Words>Nothing is lost. It waits here, and we send it as soon as {next}.</Words>
      <Action href={link} label={label} />
    </MailLayout>
  ),
});

/** Says whether there was no address, or that the only one or none of several works. */
export function wordsOfNeed(
  recipient: Addresses & Pick<RecipientRow, 'firstName'>,
  channels: readonly LinkChannel[],
) {
  const { firstName, phone } = recipient;
  const [first, ...others] = contactsOf(recipient).filter(({ channel }) => channels.includes(channel));
  if (!first)
    return {
      happened: phone
        ? `What you left for ${firstName} was due. We have no email address for ${firstName}, and no text messages can be sent to the phone number.`
        : `What you left for ${firstName} was due, and we have neither an email address nor a phone number to send it to.`,
      next: 'you give us one',
      label: 'Enter an address',
    };
  return {
    happened: `What you left for ${firstName} has not arrived. ${
      others.length > 0
        ? `We tried every address that we have for ${firstName}, and none of them works.`
        : `We sent it to ${first.address}, and it could not be delivered there.`
    }`,
    next: 'you correct the address',
    label: 'Correct the address',
  };
}
