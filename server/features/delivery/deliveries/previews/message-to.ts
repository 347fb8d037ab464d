import type { z } from 'zod';
import type { PreviewedMessage } from '../../../../../shared/delivery/previews.ts';
import { placeholderSupportEmail } from '../../../../../shared/pages.ts';
import type { Services } from '../../../../platform/context.ts';
import type { RecipientRow } from '../../../people/recipients/recipients.table.ts';
import { type MessageFacts, mailTo, senderOf, textTo } from '../deliveries.ts';

type Message = z.output<typeof PreviewedMessage>;

/** Stands where the link would be, and leads nowhere. */
const noLink = 'https://link.invalid/';

/** What of it depends on the memory and its owner. */
type About = Pick<MessageFacts, 'owner' | 'memory' | 'schedule'>;

/**
 * The message in which the delivery would be announced, by the very template that is sent: for what comes after the owner's death
 * the first one after it.
 */
export async function messageTo(
  { config }: Pick<Services, 'config'>,
  recipient: RecipientRow | null,
  about: About,
): Promise<Message> {
  const isAfterDeath = about.schedule.deliveryType === 'on_death';
  const facts: MessageFacts = {
    ...about,
    recipient: recipient ?? { firstName: '…', ownerRelationship: null, knownBy: null },
    leftFor: null,
    // Trusted contacts hear of it before.
    death: isAfterDeath ? { isNews: !recipient?.trustedContact, diedOn: null } : null,
    link: noLink,
    publicHost: new URL(config.publicUrl).hostname,
    supportEmail: config.supportEmail,
  };
  return recipient?.phone && !recipient.email
    ? asText(facts, recipient.phone)
    : asMail(facts, recipient?.email ?? null);
}

function asText(facts: MessageFacts, to: string): Message {
  const body = textTo({ ...facts, link: '…' });
  return {
    channel: 'text',
    from: 'Long After',
    to,
    subject: null,
    paragraphs: [body],
    action: null,
    footer: [],
  };
}

async function asMail(facts: MessageFacts, to: string | null): Promise<Message> {
  const { subject, text } = await mailTo(facts);
  const [, ...paragraphs] = text
    .replaceAll(placeholderSupportEmail, () => facts.supportEmail)
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replaceAll(/\s+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '');
  const link = paragraphs.findIndex((paragraph) => paragraph.includes(noLink));
  return {
    channel: 'email',
    from: senderOf(facts),
    to,
    subject,
    paragraphs: paragraphs.slice(0, link - 1),
    action: paragraphs[link - 1] ?? null,
    footer: paragraphs.slice(link + 1).filter((paragraph) => !/^-+$/.test(paragraph)),
  };
}
