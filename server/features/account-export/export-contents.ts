import { asc, eq } from 'drizzle-orm';
import { type Database, inTransaction } from '../../platform/database.ts';
import { found } from '../../platform/errors.ts';
import { safeFileName } from '../../platform/http/content-disposition.ts';
import { type UserRow, users } from '../accounts/accounts.table.ts';
import { deliveryQueue } from '../deliveries/deliveries.table.ts';
import { type MemoryRow, memories } from '../memories/memories.table.ts';
import { type RecipientRow, recipients } from '../recipients/recipients.table.ts';
import { memoryRecipients, schedules } from '../schedules/schedules.table.ts';

/** Everything an owner keeps here, at one moment. */
export interface ExportContents {
  exportedAt: Date;
  account: ReturnType<typeof accountOf>;
  memories: ExportedMemory[];
  recipients: ReturnType<typeof recipientOf>[];
  schedules: ExportedSchedule[];
}

export interface ExportedMemory extends ReturnType<typeof memoryOf> {
  file: ExportedFile | null;
}

/** The original of a memory. */
export interface ExportedFile {
  /** Where it is in the ZIP. */
  path: string;
  name: string;
  contentType: string;
  sizeBytes: number;
  sha256: string;
}

interface ScheduledPerson {
  recipientId: string;
  name: string;
  state: string;
  deliveredAt: Date | null;
  openedAt: Date | null;
}

interface ExportedSchedule {
  id: string;
  memoryId: string | null;
  deliveryDate: Date;
  localDate: string;
  localTime: string;
  timezone: string;
  deliveryType: string;
  deliveryMethod: string;
  isDelivered: boolean;
  deliveredAt: Date | null;
  createdAt: Date;
  recipients: ScheduledPerson[];
}

interface Collected {
  contents: ExportContents;
  /** Storage key of each file by its path in the ZIP. */
  keys: Map<string, string>;
}

/** Reads everything in one snapshot, so that the parts fit together whatever is changed meanwhile. */
export function collectContents(db: Database, userId: string, exportedAt: Date): Promise<Collected> {
  return inTransaction(
    db,
    async (tx) => {
      const [owner] = await tx.select().from(users).where(eq(users.id, userId));
      const kept = await tx
        .select()
        .from(memories)
        .where(eq(memories.userId, userId))
        .orderBy(asc(memories.id));
      const people = await tx
        .select()
        .from(recipients)
        .where(eq(recipients.userId, userId))
        .orderBy(asc(recipients.id));
      const planned = await tx
        .select()
        .from(schedules)
        .where(eq(schedules.userId, userId))
        .orderBy(asc(schedules.deliveryDate), asc(schedules.id));
      const named = await tx
        .select({ scheduleId: memoryRecipients.scheduleId, recipientId: memoryRecipients.recipientId })
        .from(memoryRecipients)
        .innerJoin(schedules, eq(schedules.id, memoryRecipients.scheduleId))
        .where(eq(schedules.userId, userId));
      const deliveries = await tx.select().from(deliveryQueue).where(eq(deliveryQueue.userId, userId));
      const peopleOf = peopleBySchedule(people, named, deliveries);
      const keys = new Map<string, string>();
      const contents = {
        exportedAt,
        account: accountOf(found(owner, 'This account')),
        memories: kept.map((row, index) => ({ ...memoryOf(row), file: fileOf(row, index + 1, keys) })),
        recipients: people.map(recipientOf),
        schedules: planned.map((row) => ({ ...scheduleOf(row), recipients: peopleOf.get(row.id) ?? [] })),
      };
      return { contents, keys };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

function accountOf(row: UserRow) {
  const { id, firstName, lastName, email, phone, address, dateOfBirth, timezone } = row;
  const { subscriptionPlan, subscriptionStatus, createdAt } = row;
  const { emailNotifications, smsNotifications, reminderNotifications, deliveryNotifications } = row;
  return {
    id,
    firstName,
    lastName,
    email,
    phone,
    address,
    dateOfBirth,
    timezone,
    subscriptionPlan,
    subscriptionStatus,
    createdAt,
    notifications: { emailNotifications, smsNotifications, reminderNotifications, deliveryNotifications },
  };
}

function memoryOf({
  id,
  type,
  title,
  recipient,
  personalMessage,
  content,
  isApproved,
  createdAt,
}: MemoryRow) {
  return { id, type, title, recipient, personalMessage, content, isApproved, createdAt };
}

/** Numbered, so that two files of one name stand side by side. */
function fileOf(row: MemoryRow, number: number, keys: Map<string, string>): ExportedFile | null {
  const { fileKey, fileSizeBytes, fileSha256 } = row;
  if (!fileKey || fileSizeBytes === null || !fileSha256) return null;
  const name = row.fileName ?? row.title;
  const path = `files/${String(number).padStart(4, '0')} ${safeFileName(name)}`;
  keys.set(path, fileKey);
  const contentType = row.contentType ?? 'application/octet-stream';
  return { path, name, contentType, sizeBytes: fileSizeBytes, sha256: fileSha256 };
}

function recipientOf(row: RecipientRow) {
  const { id, firstName, lastName, relationship, email, phone, mailingAddress, trustedContact, createdAt } =
    row;
  return { id, firstName, lastName, relationship, email, phone, mailingAddress, trustedContact, createdAt };
}

function scheduleOf(row: typeof schedules.$inferSelect): Omit<ExportedSchedule, 'recipients'> {
  const { id, memoryId, deliveryDate, localDate, localTime, timezone } = row;
  const { deliveryType, deliveryMethod, isDelivered, deliveredAt, createdAt } = row;
  return {
    id,
    memoryId,
    deliveryDate,
    localDate,
    localTime,
    timezone,
    deliveryType,
    deliveryMethod,
    isDelivered,
    deliveredAt,
    createdAt,
  };
}

function peopleBySchedule(
  people: RecipientRow[],
  named: { scheduleId: string; recipientId: string }[],
  deliveries: (typeof deliveryQueue.$inferSelect)[],
): Map<string, ScheduledPerson[]> {
  const byId = new Map(people.map((person) => [person.id, person]));
  const byPair = new Map(deliveries.map((each) => [`${each.scheduleId} ${each.recipientId}`, each]));
  const bySchedule = new Map<string, ScheduledPerson[]>();
  for (const { scheduleId, recipientId } of named) {
    const person = byId.get(recipientId);
    if (!person) continue;
    const delivery = byPair.get(`${scheduleId} ${recipientId}`);
    const list = bySchedule.get(scheduleId) ?? [];
    list.push({
      recipientId,
      name: `${person.firstName} ${person.lastName}`,
      state: delivery?.status ?? 'planned',
      deliveredAt: delivery?.deliveredAt ?? null,
      openedAt: delivery?.openedAt ?? null,
    });
    bySchedule.set(scheduleId, list);
  }
  return bySchedule;
}
