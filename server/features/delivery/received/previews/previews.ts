import { and, asc, eq, exists } from 'drizzle-orm';
import type { z } from 'zod';
import type { Preview, PreviewedMessage } from '../../../../../shared/delivery/previews.ts';
import { isWritten } from '../../../../../shared/memory-types.ts';
import { fullNameOf } from '../../../../../shared/names.ts';
import { placeholderSupportEmail } from '../../../../../shared/pages.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { requireFound } from '../../../../platform/errors.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { listAnswersWithLetters } from '../../../memories/legacy/legacy.ts';
import type { MemoryRow } from '../../../memories/memories/memories.table.ts';
import { loadMemory } from '../../../memories/memories/memories.ts';
import { sendingChannels } from '../../../outbox/messages/messages.ts';
import { type RecipientRow, recipients } from '../../../people/recipients/recipients.table.ts';
import { contactOf } from '../../../people/recipients/recipients.ts';
import { memoryRecipients, schedules } from '../../deliveries/deliveries.table.ts';
import { type MessageFacts, mailTo, senderOf, textTo } from '../../deliveries/message/message.ts';
import { presentMemory } from '../received.ts';

/**
 * What a recipient would see of a memory as it is now; without a recipient, what anybody would see. Throws
 * 404 for a memory or a recipient that is somebody else's.
 */
export async function previewMemory(
  services: Services,
  owner: UserRow,
  memoryId: string,
  recipientId: string | undefined,
): Promise<z.output<typeof Preview>> {
  const { db, clock } = services;
  const memory = await loadMemory(db, owner.id, memoryId);
  const recipient = recipientId === undefined ? null : await loadRecipient(db, owner.id, recipientId);
  const ownerName = fullNameOf(owner);
  const shown = presentMemory(memory, `/api/memories/${memory.id}`);
  if (isWritten(memory.type)) shown.downloadUrl = await findBook(db, memory);
  return {
    message: await writeMessage(services, recipient, {
      owner,
      things: [{ ...memory, leftFor: null }],
      schedule: await findSchedule(db, memory.id, recipient?.id),
    }),
    cover: {
      ownerFirstName: owner.firstName,
      ownerRelationship: recipient?.ownerRelationship ?? null,
      recipientFirstName: recipient?.firstName ?? '',
      memoriesWaiting: 1,
      memories: [{ ...memory, deliveredAt: clock.now() }],
      ...{ opened: [], byPost: [], ownerDied: false, ownerDiedOn: null, more: 'nothing', said: null },
      notForMe: null,
      codeNeeded: false,
      codeElsewhere: false,
      openedAt: null,
      leftFor: null,
      closed: false,
    },
    received: {
      ownerName,
      memories: [{ ...shown, id: memory.id, deliveryId: memory.id, leftFor: null, deliveredAt: clock.now() }],
      zipUrl: null,
    },
  };
}

const unplanned = { deliveryType: 'scheduled', localDate: null } as const;

/** The schedule that brings it to them: the first that is still to come, or else the last. Without one, the day is not known. */
async function findSchedule(
  db: Queryable,
  memoryId: string,
  recipientId: string | undefined,
): Promise<MessageFacts['schedule']> {
  const isForThem = db
    .select({ id: memoryRecipients.id })
    .from(memoryRecipients)
    .where(
      and(
        eq(memoryRecipients.scheduleId, schedules.id),
        recipientId ? eq(memoryRecipients.recipientId, recipientId) : undefined,
      ),
    );
  const rows = await db
    .select()
    .from(schedules)
    .where(and(eq(schedules.memoryId, memoryId), exists(isForThem)))
    .orderBy(asc(schedules.deliveryDate), asc(schedules.id));
  return rows.find(({ isDelivered }) => !isDelivered) ?? rows.at(-1) ?? unplanned;
}

/** Today's book, if the journal goes with the letter: it is made again at the delivery. */
async function findBook(db: Queryable, { userId, journalSince }: MemoryRow): Promise<string | null> {
  if (!journalSince) return null;
  const answers = await listAnswersWithLetters(db, userId);
  return answers.length > 0 ? '/api/legacy-answers/book.pdf' : null;
}

async function loadRecipient(db: Queryable, userId: string, id: string): Promise<RecipientRow> {
  const [recipient] = await db
    .select()
    .from(recipients)
    .where(and(eq(recipients.userId, userId), eq(recipients.id, id)));
  return requireFound(recipient, 'This recipient');
}

type Message = z.output<typeof PreviewedMessage>;

/** Takes the place of the link, and leads nowhere. */
const noLink = 'https://link.invalid/';

/** The parts that depend on what it brings and who it is from. */
interface About extends Pick<MessageFacts, 'owner' | 'things' | 'schedule'> {
  /** They were told of the owner's death before. Trusted contacts always are. */
  isTold?: boolean;
}

/**
 * The message that would announce these deliveries, from the same template that is used for sending. For what
 * comes after the owner's death, it is by default the first message after it.
 */
export async function writeMessage(
  { config }: Pick<Services, 'config'>,
  recipient: RecipientRow | null,
  { isTold = false, ...about }: About,
): Promise<Message> {
  const isAfterDeath = about.schedule.deliveryType === 'on_death';
  const isNews = !recipient?.trustedContact && !isTold;
  const facts: MessageFacts = {
    ...about,
    recipient: recipient ?? { firstName: '…', ownerRelationship: null, knownBy: null, birthday: null },
    death: isAfterDeath ? { isNews, diedOn: null } : null,
    link: noLink,
    publicHost: new URL(config.publicUrl).hostname,
    supportEmail: config.supportEmail,
  };
  const contact = recipient && contactOf(recipient, sendingChannels({ config }));
  return contact?.channel === 'text'
    ? asText(facts, contact.address)
    : asMail(facts, contact?.address ?? null);
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
    .map((paragraph) =>
      paragraph
        .replaceAll(/[^\S\n]+/g, ' ')
        .replaceAll(` ${noLink}#about`, '')
        .trim(),
    )
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
