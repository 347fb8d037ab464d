import { and, desc, inArray, isNotNull } from 'drizzle-orm';
import type { Contact, LinkChannel } from '../../../../../shared/outbox/channels.ts';
import type { AnswersGiven, InquiryKind } from '../../../../../shared/people/inquiries.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable, Tx } from '../../../../platform/database.ts';
import { deriveId } from '../../../../platform/ids.ts';
import { deriveToken, hashToken } from '../../../../platform/random.ts';
import type { RecipientRow } from '../recipients.table.ts';
import { inquiries } from './inquiries.table.ts';

function tokenOf({ appSecret }: Pick<Services, 'appSecret'>, id: string): string {
  return deriveToken(appSecret, 'inquiry', id);
}

export function inquiryLink(services: Pick<Services, 'appSecret' | 'config'>, id: string): string {
  return `${services.config.publicUrl}/asked/${tokenOf(services, id)}`;
}

/** The id of the page on which somebody is asked this at one address. */
export function inquiryIdOf(recipientId: string, kind: InquiryKind, address: string): string {
  return deriveId(`inquiry:${kind}:${recipientId}:${address.toLowerCase()}`);
}

/** Creates the page on which somebody is asked this at one address, unless it exists; returns its id. */
export async function ensureInquiry(
  tx: Tx,
  services: Pick<Services, 'appSecret' | 'clock'>,
  { id: recipientId, userId }: Pick<RecipientRow, 'id' | 'userId'>,
  kind: InquiryKind,
  { channel, address }: Contact<LinkChannel>,
): Promise<string> {
  const id = inquiryIdOf(recipientId, kind, address);
  const tokenHash = hashToken(tokenOf(services, id));
  await tx
    .insert(inquiries)
    .values({ id, userId, recipientId, kind, channel, address, tokenHash, createdAt: services.clock.now() })
    .onConflictDoNothing();
  return id;
}

/** What each of these people last answered. */
export async function listAnswers(
  db: Queryable,
  recipientIds: readonly string[],
): Promise<Map<string, AnswersGiven>> {
  const rows = await db
    .select()
    .from(inquiries)
    .where(and(inArray(inquiries.recipientId, [...recipientIds]), isNotNull(inquiries.answeredAt)))
    .orderBy(desc(inquiries.answeredAt));
  const of = (id: string, wanted: InquiryKind) => {
    const last = rows.find(({ recipientId, kind }) => recipientId === id && kind === wanted);
    return last?.answer && last.answeredAt ? { answer: last.answer, at: last.answeredAt } : null;
  };
  return new Map(recipientIds.map((id) => [id, { address: of(id, 'address'), trust: of(id, 'trust') }]));
}

/** When somebody last said that they do not want to be a trusted contact; null if they have not, or have changed their mind. */
export async function findLeaving(db: Queryable, recipientId: string): Promise<Date | null> {
  const trust = (await listAnswers(db, [recipientId])).get(recipientId)?.trust;
  return trust?.answer === 'no' ? trust.at : null;
}

/** Forgets what these people were asked. */
export async function forgetInquiries(tx: Tx, recipientIds: string[]): Promise<void> {
  await tx.delete(inquiries).where(inArray(inquiries.recipientId, recipientIds));
}
