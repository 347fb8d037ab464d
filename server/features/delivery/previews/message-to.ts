import type { z } from 'zod';
import type { PreviewedMessage } from '../../../../shared/delivery/previews.ts';
import { placeholderSupportEmail } from '../../../../shared/pages.ts';
import type { Services } from '../../../platform/context.ts';
import type { RecipientRow } from '../../people/recipients/recipients.table.ts';
import { deliveryMail, deliveryText } from '../deliveries/deliveries.ts';

type Message = z.output<typeof PreviewedMessage>;

/** Stands where the link would be, and leads nowhere. */
const noLink = 'https://link.invalid/';

/** The message in which the delivery would be announced, by the very template that is sent. */
export async function messageTo(
  services: Pick<Services, 'config'>,
  recipient: RecipientRow | null,
  ownerName: string,
): Promise<Message> {
  if (recipient?.phone && !recipient.email) return textTo(recipient.phone, ownerName);
  return mailTo(services, recipient, ownerName);
}

function textTo(phone: string, ownerName: string): Message {
  const body = deliveryText({ ownerName, leftFor: null, link: '…' });
  return {
    channel: 'text',
    from: 'Long After',
    to: phone,
    subject: null,
    paragraphs: [body],
    action: null,
    footer: [],
  };
}

async function mailTo(
  { config }: Pick<Services, 'config'>,
  recipient: RecipientRow | null,
  ownerName: string,
): Promise<Message> {
  const { subject, text } = await deliveryMail({
    ownerName,
    recipientName: recipient?.firstName ?? '…',
    link: noLink,
    publicHost: new URL(config.publicUrl).hostname,
  });
  const paragraphs = text
    .replaceAll(placeholderSupportEmail, () => config.supportEmail)
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replaceAll(/\s+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '' && paragraph !== subject);
  const link = paragraphs.findIndex((paragraph) => paragraph.includes(noLink));
  return {
    channel: 'email',
    from: ownerName,
    to: recipient?.email ?? null,
    subject,
    paragraphs: paragraphs.slice(0, link - 1),
    action: paragraphs[link - 1] ?? null,
    footer: paragraphs.slice(link + 1),
  };
}
