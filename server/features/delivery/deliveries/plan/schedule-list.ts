import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import {
  type Schedule,
  type ScheduleListQuery,
  scheduleListMaxItems,
} from '../../../../../shared/delivery/schedules.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { type MemoryRow, memories } from '../../../memories/memories/memories.table.ts';
import { sendingChannels } from '../../../outbox/messages/messages.ts';
import { type RecipientRow, recipients } from '../../../people/recipients/recipients.table.ts';
import { contactOf } from '../../../people/recipients/recipients.ts';
import {
  type DeliveryRow,
  deliveryQueue,
  memoryRecipients,
  type ScheduleRow,
  schedules,
  type WaitingReason,
} from '../deliveries.table.ts';

type ScheduleAnswer = z.output<typeof Schedule>;
type RecipientAnswer = ScheduleAnswer['recipients'][number];

type Reading = Pick<Services, 'config'> & { db: Queryable };

const sentByMistake = 'The link went out by mistake. It is closed now, and shows nothing.';

export const waitingReasonTexts: Readonly<Record<WaitingReason, string>> = {
  no_address: 'There is no email address or phone number for this person yet.',
  bad_address: 'The address did not work. Please correct it, and we will send it again.',
  not_theirs:
    'Somebody at this address told us that it is not for them. Please give us another one, and we will send it again.',
  memory_under_review: 'The memory is being checked. It goes out as soon as it is approved.',
  physical_fulfilment: 'We are preparing it for the post.',
  in_the_post: 'It is in the post.',
  file_damaged: 'Its file was damaged in our storage. Please upload it again, and we will send it.',
  outcome_unknown:
    'We could not find out whether it arrived. If it did not, please give us another address for this person.',
  held_by_staff:
    'We are holding it back for now, and it is kept safely. Write to us if you would like to know why.',
  held_by_trusted_contact:
    'Somebody you trust asked us to wait with it, for the sake of this person. It is kept safely.',
  declined:
    'This person has asked us to send nothing more. It is kept safely, and goes out if they change their mind.',
  held_by_guardian:
    'It waits for the word of this person’s guardian, and is kept safely. It goes out when they let it come, or once this person has reached the age that you set.',
  account_in_arrears:
    'It is kept safely, and waits because your plan is not paid for at the moment. It goes out as soon as it is.',
  memory_withdrawn:
    'We could not find out whether the link arrived. If it did, it says that you took the memory back.',
  release_revoked: sentByMistake,
};

const withThePost: ReadonlySet<WaitingReason | null> = new Set(['physical_fulfilment', 'in_the_post']);

const onlyPhoneText =
  'There is no email address for this person yet, and no text messages can be sent to their phone.';
const unreadableText =
  'Its file cannot be opened. Please replace it, and it goes out as soon as it is approved.';
const rejectedText =
  'We could not approve the memory. Please read why, change it, and it goes out as soon as it is approved.';

const failedText =
  'We tried for seven days and could not deliver it. Please check whether the address is still right, or have us try again.';

interface SchedulePage {
  schedules: ScheduleAnswer[];
  /** The cursor of the next page, if there is one. */
  next: { afterDate: string; after: string } | undefined;
}

/** The owner's schedules in order of delivery date, a page at a time, each with its recipients and the states of their deliveries. */
export async function listSchedules(
  services: Reading,
  userId: string,
  { limit, afterDate, after }: z.output<typeof ScheduleListQuery> = {},
): Promise<SchedulePage> {
  const { db } = services;
  const most = Math.min(limit ?? scheduleListMaxItems, scheduleListMaxItems);
  const position = sql`(${schedules.deliveryDate}, ${schedules.id})`;
  const rows = await db
    .select(scheduleColumns)
    .from(schedules)
    .leftJoin(memories, eq(memories.id, schedules.memoryId))
    .where(
      and(
        eq(schedules.userId, userId),
        afterDate && after ? sql`${position} > (${afterDate.toISOString()}, ${after})` : undefined,
      ),
    )
    .orderBy(asc(schedules.deliveryDate), asc(schedules.id))
    .limit(most + 1);
  const page = rows.slice(0, most);
  const people = await recipientsOf(services, page);
  const last = rows.length > most ? page.at(-1)?.schedule : undefined;
  return {
    schedules: page.map(({ schedule, heldAs, ...memory }) => ({
      ...schedule,
      ...memory,
      recipients: people.get(schedule.id) ?? [],
    })),
    next: last && { afterDate: last.deliveryDate.toISOString(), after: last.id },
  };
}

/** One schedule, in the same form as in the list; 404 if it is not the owner's. */
export async function loadSchedule(services: Reading, userId: string, id: string): Promise<ScheduleAnswer> {
  const [row] = await services.db
    .select(scheduleColumns)
    .from(schedules)
    .leftJoin(memories, eq(memories.id, schedules.memoryId))
    .where(and(eq(schedules.id, id), eq(schedules.userId, userId)));
  const { schedule, heldAs, ...memory } = requireFound(row, 'This schedule');
  const people = await recipientsOf(services, [{ schedule, heldAs }]);
  return { ...schedule, ...memory, recipients: people.get(id) ?? [] };
}

const scheduleColumns = {
  schedule: schedules,
  memoryTitle: memories.title,
  memoryType: memories.type,
  memorySeconds: memories.durationSeconds,
  heldAs: memories.heldAs,
};

type HeldAs = NonNullable<MemoryRow['heldAs']>;
interface Listed {
  schedule: ScheduleRow;
  heldAs: HeldAs | null;
}

async function recipientsOf({ db, config }: Reading, of: Listed[]): Promise<Map<string, RecipientAnswer[]>> {
  const bySchedule = new Map<string, RecipientAnswer[]>();
  if (of.length === 0) return bySchedule;
  const listed = new Map(of.map((one) => [one.schedule.id, one]));
  const rows = await db
    .select({ scheduleId: memoryRecipients.scheduleId, recipient: recipients, delivery: deliveryQueue })
    .from(memoryRecipients)
    .innerJoin(recipients, eq(recipients.id, memoryRecipients.recipientId))
    .leftJoin(
      deliveryQueue,
      and(
        eq(deliveryQueue.scheduleId, memoryRecipients.scheduleId),
        eq(deliveryQueue.recipientId, memoryRecipients.recipientId),
      ),
    )
    .where(inArray(memoryRecipients.scheduleId, [...listed.keys()]))
    .orderBy(asc(recipients.firstName), asc(recipients.id));
  for (const { scheduleId, recipient, delivery } of rows) {
    const { schedule, heldAs = null } = listed.get(scheduleId) ?? {};
    const physical = schedule?.deliveryMethod === 'physical';
    const unreachable = !(physical
      ? recipient.mailingAddress
      : contactOf(recipient, sendingChannels({ config })));
    const answer: RecipientAnswer = {
      id: recipient.id,
      firstName: recipient.firstName,
      lastName: recipient.lastName,
      unreachable,
      hasPhone: recipient.phone !== null,
      hasDied: recipient.diedAt !== null,
      // A link that went out by mistake is closed, and its schedule can be changed as if it had not begun.
      state: delivery && !delivery.releaseRevokedAt ? delivery.status : null,
      waitingReason: delivery && reasonOf(delivery, heldAs, recipient),
      isWithThePost: !unreachable && withThePost.has(delivery?.waitingReason ?? null),
      openedAt: delivery?.openedAt ?? null,
    };
    bySchedule.set(scheduleId, [...(bySchedule.get(scheduleId) ?? []), answer]);
  }
  return bySchedule;
}

function reasonOf(
  { status, waitingReason, releaseRevokedAt }: DeliveryRow,
  heldAs: HeldAs | null,
  { firstName, diedAt, phone }: RecipientRow,
): string | null {
  if (releaseRevokedAt) return sentByMistake;
  if (status === 'failed') return failedText;
  if (waitingReason === 'memory_under_review' && heldAs === 'unreadable') return unreadableText;
  if (waitingReason === 'memory_under_review' && heldAs === 'rejected') return rejectedText;
  if (waitingReason === 'held_by_trusted_contact' && diedAt)
    return `You told us that ${firstName} has died. It waits until you say who is to have it.`;
  if (waitingReason === 'no_address' && phone) return onlyPhoneText;
  return waitingReason && waitingReasonTexts[waitingReason];
}
