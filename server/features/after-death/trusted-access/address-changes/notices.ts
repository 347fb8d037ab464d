import { and, asc, eq, ne } from 'drizzle-orm';
import { channelOf, reachedFields } from '../../../../../shared/after-death/address-changes.ts';
import { fullNameOf } from '../../../../../shared/names.ts';
import { carriesLink } from '../../../../../shared/outbox/channels.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable, Tx } from '../../../../platform/database.ts';
import { deriveId } from '../../../../platform/ids.ts';
import { hashToken } from '../../../../platform/random.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { enqueueMails } from '../../../outbox/messages/mails/mails.ts';
import { sendingChannels } from '../../../outbox/messages/messages.ts';
import { type RecipientRow, recipients } from '../../../people/recipients/recipients.table.ts';
import { isSameAddress, ownContactOf } from '../../../people/recipients/recipients.ts';
import { trustedAccess } from '../../death-cases/contacts/contacts.table.ts';
import { canBeTexted, channelsOf } from '../../death-cases/death-reports/death-reports.ts';
import {
  type AddressChangeNoticeRow,
  type AddressChangeRow,
  addressChangeNotices,
  addressChanges,
} from './address-changes.table.ts';
import { type ChangedColumns, changesOf, noticeToken, oldColumns } from './change-rows.ts';

// Who is told that others have changed where somebody is reached: that person on every channel we had for
// them, the other trusted contacts, and the owner while they are alive. The new address itself is never told.

type Audience = Pick<AddressChangeNoticeRow, 'audience' | 'channel' | 'address' | 'contactName'>;

export interface Concerned {
  owner: UserRow;
  person: RecipientRow;
}

/** `proposed`: sent only to that person. `made`: to everybody. `settled`: to everybody who was told. */
export type NoticeStage = 'proposed' | 'made' | 'settled';

/** A change that may not have been written yet. */
export type PlannedChange = ChangedColumns &
  Pick<AddressChangeRow, 'id' | 'userId'> & { accessId?: string | null | undefined };

/** Tells everybody concerned by `stage`, once per stage. */
export async function tellOfChangeLater(
  tx: Tx,
  services: Services,
  change: AddressChangeRow,
  { concerned, stage }: { concerned: Concerned; stage: Exclude<NoticeStage, 'settled'> },
): Promise<void> {
  const told =
    stage === 'made'
      ? await whoIsTold(tx, services, change, concerned)
      : await formerChannels(tx, services, change, concerned.person);
  await addNotices(tx, services, change, told);
  await mailNoticesLater(tx, services, change, stage);
}

/** Who is told of a change that is made. */
export async function whoIsTold(
  tx: Tx,
  services: Services,
  change: PlannedChange,
  { owner, person }: Concerned,
): Promise<Audience[]> {
  const owners = owner.memorialisedAt ? [] : await channelsOf(tx, services, owner, services.clock.now());
  return [
    ...(await formerChannels(tx, services, change, person)),
    ...(await otherContacts(tx, services, change, person)),
    ...owners.map((contact): Audience => ({ ...contact, audience: 'owner', contactName: null })),
  ];
}

/** Whoever was reached at these addresses hears what follows, too: it may have been that person after all. */
export async function noteToldAt(
  tx: Tx,
  services: Services,
  change: AddressChangeRow,
  wrong: readonly { address: string }[],
): Promise<void> {
  const told = changesOf(change).flatMap(({ field, now: address }): Audience[] => {
    const channel = channelOf[field];
    const isWrong = address !== null && wrong.some((one) => isSameAddress(one.address, address));
    if (!isWrong || (channel === 'text' && !canBeTexted(services, address))) return [];
    return [{ audience: 'person', channel, address, contactName: null }];
  });
  await addNotices(tx, services, change, told);
}

async function addNotices(
  tx: Tx,
  services: Services,
  change: AddressChangeRow,
  told: readonly Audience[],
): Promise<void> {
  const createdAt = services.clock.now();
  const rows = told.map((audience): typeof addressChangeNotices.$inferInsert => {
    const id = deriveId(`address-change:${change.id}:${audience.channel}:${audience.address.toLowerCase()}`);
    const tokenHash = hashToken(noticeToken(services, id));
    return { ...audience, id, changeId: change.id, tokenHash, createdAt };
  });
  if (rows.length > 0) await tx.insert(addressChangeNotices).values(rows).onConflictDoNothing();
}

/** Writes to everybody who has been told of it so far; staff write the letters. `sentAgainFrom`: when what has gone to a wrong address goes to the right one. */
export async function mailNoticesLater(
  tx: Tx,
  services: Services,
  change: AddressChangeRow,
  stage: NoticeStage,
  sentAgainFrom?: Date,
): Promise<void> {
  const notices = await listNotices(tx, change.id);
  const isReachable = notices.some(({ audience, channel }) => audience === 'person' && carriesLink(channel));
  await enqueueMails(
    tx,
    services,
    notices
      .flatMap(({ channel, ...notice }) => (carriesLink(channel) ? [{ channel, ...notice }] : []))
      .map(({ id, audience, channel, address }) => ({
        kind:
          audience === 'owner'
            ? ('recipient-readdressed' as const)
            : ('recipient-address-corrected' as const),
        userId: change.userId,
        toAddress: address,
        channel,
        subjectId: id,
        details: {
          ...{ stage, at: (change.settledAt ?? change.inForceFrom ?? change.createdAt).toISOString() },
          ...(sentAgainFrom && { sentAgainFrom: sentAgainFrom.toISOString() }),
          // Nothing is sent to the new address before the people who know it best have been told.
          ...(stage === 'made' &&
            audience === (isReachable ? 'person' : 'contact') && { awaitedFor: change.recipientId }),
        },
        dedupeKey: `address-change:${id}:${stage}:${change.settledAt?.getTime() ?? ''}`,
      })),
  );
}

export function listNotices(tx: Tx, changeId: string): Promise<AddressChangeNoticeRow[]> {
  return tx
    .select()
    .from(addressChangeNotices)
    .where(eq(addressChangeNotices.changeId, changeId))
    .orderBy(asc(addressChangeNotices.createdAt), asc(addressChangeNotices.id));
}

/** How that person was reached, now or before an earlier change; by letter only if there is no other way. */
async function formerChannels(
  tx: Tx,
  services: Services,
  change: PlannedChange,
  person: RecipientRow,
): Promise<Audience[]> {
  const earlier = await tx
    .select()
    .from(addressChanges)
    .where(and(eq(addressChanges.recipientId, person.id), ne(addressChanges.id, change.id)));
  const present = reachedFields.map((field) => person[field]?.toLowerCase());
  const added = new Set(changesOf(change).map(({ now }) => now?.toLowerCase()));
  for (const address of present) added.delete(address);
  const known = new Map<string, Audience>();
  for (const field of reachedFields) {
    const before = [
      person[field],
      change[oldColumns[field]],
      ...earlier.map((row) => row[oldColumns[field]]),
    ];
    for (const address of before) {
      if (!address || added.has(address.toLowerCase())) continue;
      const channel = channelOf[field];
      if (channel === 'text' && !canBeTexted(services, address)) continue;
      known.set(address.toLowerCase(), { audience: 'person', channel, address, contactName: null });
    }
  }
  const all = [...known.values()];
  const quick = all.filter(({ channel }) => channel !== 'post');
  return quick.length > 0 ? quick : all;
}

/** The trusted contacts, except the one who made the change and the person it is about. */
async function otherContacts(
  tx: Tx,
  services: Services,
  change: PlannedChange,
  person: RecipientRow,
): Promise<Audience[]> {
  const contacts = await tx
    .select()
    .from(recipients)
    .where(and(eq(recipients.userId, change.userId), eq(recipients.trustedContact, true)))
    .orderBy(asc(recipients.id));
  const maker = await findMaker(tx, change.accessId);
  return contacts
    .filter(({ id }) => id !== person.id && id !== maker?.id)
    .flatMap((contact): Audience[] => {
      const named = { audience: 'contact', contactName: fullNameOf(contact) } as const;
      const reached = ownContactOf(contact, sendingChannels(services));
      if (!reached || (reached.channel === 'text' && !canBeTexted(services, reached.address))) return [];
      return [{ ...named, ...reached }];
    });
}

/** The contact through whose link a change was made; undefined if it was not made by one. */
export async function findMaker(
  db: Queryable,
  accessId: PlannedChange['accessId'],
): Promise<RecipientRow | undefined> {
  if (!accessId) return undefined;
  const [row] = await db
    .select({ maker: recipients })
    .from(trustedAccess)
    .innerJoin(recipients, eq(recipients.id, trustedAccess.recipientId))
    .where(eq(trustedAccess.id, accessId));
  return row?.maker;
}
