import { asc, eq } from 'drizzle-orm';
import type { LinkChannel } from '../../../../shared/outbox/channels.ts';
import type { RecipientForm } from '../../../../shared/people/recipients.ts';
import type { Services } from '../../../platform/context.ts';
import type { Queryable, Tx } from '../../../platform/database.ts';
import { fieldError, requireFound } from '../../../platform/errors.ts';
import { announce } from '../../../platform/events.ts';
import { sendingChannels } from '../../outbox/messages/messages.ts';
import { type Addresses, contactOf } from './contacts.ts';
import { findAddressee } from './recipient-rows.ts';
import { type RecipientRow, recipients } from './recipients.table.ts';

// The people named in an address book entry: a substitute and a guardian.

type Naming = Pick<RecipientForm, 'substituteId' | 'guardianId'>;

/**
 * 404 if one of them is not a recipient of this owner. 400 if it is the recipient themselves, a guardian who cannot
 * be contacted, or one who is in the recipient's care, perhaps indirectly. The caller has locked the owner.
 */
export async function requireNamed(
  tx: Tx,
  services: Pick<Services, 'config'>,
  userId: string,
  { substituteId, guardianId }: Naming,
  recipientId?: string,
): Promise<void> {
  if (substituteId) await requireOther(tx, userId, { field: 'substituteId', id: substituteId, recipientId });
  if (!guardianId) return;
  const guardian = await requireOther(tx, userId, { field: 'guardianId', id: guardianId, recipientId });
  const channels = sendingChannels(services);
  if (!contactOf(guardian, channels)) throw fieldError('guardianId', cannotBeTold(guardian, channels));
  if (recipientId && (await isInCareOf(tx, guardian, recipientId)))
    throw fieldError('guardianId', 'Please choose somebody else: this person’s own guardian would be them');
}

const cannotBeTold = ({ firstName }: RecipientRow, channels: readonly LinkChannel[]) =>
  `Please enter ${addressBy(channels)} for ${firstName} first, so that we can ask them`;

const addressBy = (channels: readonly LinkChannel[]) =>
  channels.includes('text') ? 'an email address or a phone number' : 'an email address';

async function requireOther(
  tx: Tx,
  userId: string,
  { field, id, recipientId }: { field: keyof Naming; id: string; recipientId: string | undefined },
): Promise<RecipientRow> {
  if (id === recipientId) throw fieldError(field, 'Please choose somebody else');
  return requireFound(await findAddressee(tx, userId, id), 'This recipient');
}

async function isInCareOf(tx: Tx, { userId, guardianId }: RecipientRow, id: string): Promise<boolean> {
  for (let next = guardianId; next !== null; ) {
    if (next === id) return true;
    next = (await findAddressee(tx, userId, next))?.guardianId ?? null;
  }
  return false;
}

/**
 * Sets or removes the guardian of somebody whom the caller has locked, on behalf of an owner who has died. A
 * date of birth is added only if the owner entered none. Errors as in `requireNamed`.
 */
export async function nameGuardian(
  tx: Tx,
  services: Pick<Services, 'clock' | 'config'>,
  person: RecipientRow,
  { guardianId, birthday = null }: { guardianId: string | null; birthday?: string | null },
): Promise<void> {
  await requireNamed(tx, services, person.userId, { guardianId }, person.id);
  await tx
    .update(recipients)
    .set({
      guardianId,
      birthday: person.birthday ?? birthday,
      version: person.version + 1,
      updatedAt: services.clock.now(),
    })
    .where(eq(recipients.id, person.id));
  await announce(tx, person.userId, ['recipients']);
}

/** 400 if a guardian would be left without an address at which we could ask them. */
export async function requireStaysReachable(
  tx: Tx,
  services: Pick<Services, 'config'>,
  before: RecipientRow,
  after: Addresses,
): Promise<void> {
  const channels = sendingChannels(services);
  if (contactOf(after, channels) || !contactOf(before, channels)) return;
  const [child] = await listGuardedBy(tx, before.id);
  if (child)
    throw fieldError(
      'email',
      `We ask ${before.firstName} about what is for ${child}. Please leave us ${addressBy(channels)}`,
    );
}

/** The first names of the people for whom this person has a say. */
export async function listGuardedBy(db: Queryable, id: string): Promise<string[]> {
  const guarded = await db
    .select({ firstName: recipients.firstName })
    .from(recipients)
    .where(eq(recipients.guardianId, id))
    .orderBy(asc(recipients.id));
  return guarded.map(({ firstName }) => firstName);
}
