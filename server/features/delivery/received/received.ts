import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { ReceivedMemories, ReceivedMemory } from '../../../../shared/delivery/received.ts';
import { fullNameOf } from '../../../../shared/full-name.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Queryable, type Tx } from '../../../platform/database.ts';
import { AppError, notFound, requireFound } from '../../../platform/errors.ts';
import { announce } from '../../../platform/events.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import type { ShownMemory } from '../../memories/memories/memories.table.ts';
import { isShownToOthers } from '../../memories/memories/memories.ts';
import { record } from '../../system/audit/audit.ts';
import { type DeliveryRow, deliveryQueue } from '../deliveries/deliveries.table.ts';
import { markOpened } from '../deliveries/deliveries.ts';
import { findKnownDevice, rememberDevice, requireCode } from './devices.ts';
import { deliveriesOf, findDelivery, ownFirst, type SentDelivery, shownOf } from './sent-deliveries.ts';

type Memories = z.output<typeof ReceivedMemories>;

/** The secret in the browser's cookie for this link, if it has one. */
export type Device = string | undefined;

/** The delivery behind a link, unless the link is closed: 409 in words for the recipient. */
async function findOpenDelivery(db: Queryable, token: string): Promise<DeliveryRow> {
  const delivery = await findDelivery(db, token);
  if (delivery.releaseRevokedAt) throw new AppError('conflict', closedText);
  return delivery;
}

const closedText = 'This link was sent to you too early, by our mistake, and is closed. We are sorry.';

/**
 * Opens a link. The first browser to do so becomes a known device; any other needs the code sent to the recipient's
 * address. Returns the secret for the browser's cookie. Throws 409 when a code is needed or the link is closed, 400 when the
 * code is wrong.
 */
export async function openDelivery(
  services: Services,
  token: string,
  device: Device,
  code: string | undefined,
): Promise<string> {
  const { db } = services;
  const delivery = await findOpenDelivery(db, token);
  if (device && (await findKnownDevice(db, delivery.id, device))) return device;
  if (delivery.openedAt === null) {
    const secret = await inTransaction(db, (tx) => openFirst(tx, services, delivery));
    if (secret) return secret;
  }
  await requireCode(services, delivery, code);
  return inTransaction(db, async (tx) => {
    await record(tx, services.clock.now(), {
      action: 'delivery.opened-on-another-device',
      actor: 'recipient',
      userId: delivery.userId,
      subjectId: delivery.id,
    });
    return rememberDevice(tx, services, delivery.id);
  });
}

/** Undefined when another browser opened it first. */
async function openFirst(tx: Tx, services: Services, delivery: DeliveryRow): Promise<string | undefined> {
  if (!(await markOpened(tx, services, delivery))) return undefined;
  await announce(tx, delivery.userId, ['schedules', 'stats']);
  return rememberDevice(tx, services, delivery.id);
}

/** Everything sent to this recipient at this address, this link's own memory first. 404 unless the device is known. */
export async function readMemories(db: Queryable, token: string, device: Device): Promise<Memories> {
  const { owner, rows } = await readOpened(db, token, device);
  const zipUrl = `/api/received/${token}/everything.zip`;
  return { ownerName: owner.name, memories: rows.map((row) => toReceived(row, token)), zipUrl };
}

/**
 * When the recipient of a row of `delivery_queue` first saw what it brought: by its own link, or by another one, opened after it had
 * arrived at the same address, which shows it too. Null where neither was opened.
 */
export const firstSeenAt = sql<Date | null>`coalesce(${deliveryQueue.openedAt}, (
  select min(device.created_at) from received_devices device join delivery_queue other on other.id = device.delivery_id
  where other.recipient_id = ${deliveryQueue.recipientId} and other.sent_to = ${deliveryQueue.sentTo}
    and device.created_at >= ${deliveryQueue.deliveredAt}
))`.mapWith(deliveryQueue.openedAt);

/** Whose link it is, and what it shows on a known device, its own first. 404 on any other. */
export async function readOpened(db: Queryable, token: string, device: Device) {
  const delivery = await requireOpened(db, token, device);
  const [row] = await db
    .select({ firstName: users.firstName, lastName: users.lastName, timezone: users.timezone })
    .from(users)
    .where(eq(users.id, delivery.userId));
  const { firstName, lastName, timezone } = requireFound(row);
  const owner = { name: fullNameOf({ firstName, lastName }), timezone };
  return { owner, rows: ownFirst(await deliveriesOf(db, delivery), delivery) };
}

/** What a delivery brought, whose file this link may read; 404 for any other. */
export async function findReceivedFile(
  db: Queryable,
  token: string,
  device: Device,
  deliveryId: string,
): Promise<ShownMemory> {
  const delivery = await requireOpened(db, token, device);
  const rows = ownFirst(await deliveriesOf(db, delivery), delivery);
  // A page that was open before an upgrade names the memory: then this link's own delivery comes first.
  const row =
    rows.find(({ id }) => id === deliveryId) ?? rows.find((one) => shownOf(one)?.memoryId === deliveryId);
  const shown = row && shownOf(row);
  return requireFound(shown?.isApproved ? shown : undefined, 'This file');
}

async function requireOpened(db: Queryable, token: string, device: Device): Promise<DeliveryRow> {
  const delivery = await findDelivery(db, token);
  const isOpen = delivery.releaseRevokedAt === null;
  if (!isOpen || !(await findKnownDevice(db, delivery.id, device))) throw notFound('This page');
  return delivery;
}

function toReceived(row: SentDelivery, token: string): z.output<typeof ReceivedMemory> {
  const received = { deliveredAt: row.deliveredAt ?? row.dueAt, leftFor: row.leftFor };
  const memory = shownOf(row);
  if (!memory)
    return { ...received, ...noContent, id: row.id, title: 'This memory was taken back', withdrawn: true };
  if (!memory.isApproved) {
    return { ...received, ...noContent, id: memory.memoryId, title: memory.title, underReview: true };
  }
  const address = `/api/received/${token}/memories/${row.id}`;
  return { ...received, ...presentMemory(memory, address), id: memory.memoryId };
}

/** What a recipient sees of a memory whose file is served under `address`. */
export function presentMemory(memory: ShownMemory, address: string) {
  return {
    type: memory.type,
    title: memory.title,
    personalMessage: memory.personalMessage,
    content: memory.content,
    fileUrl: isShownToOthers(memory) ? `${address}/display` : null,
    downloadUrl: memory.fileKey ? `${address}/file` : null,
    contentType: memory.displayContentType ?? memory.contentType,
    durationSeconds: memory.durationSeconds,
    peaks: memory.peaks,
    withdrawn: false,
    underReview: false,
    createdAt: memory.createdAt,
  };
}

const noContent = {
  type: 'letter',
  personalMessage: null,
  content: null,
  fileUrl: null,
  downloadUrl: null,
  contentType: null,
  durationSeconds: null,
  peaks: null,
  withdrawn: false,
  underReview: false,
  createdAt: null,
} as const;
