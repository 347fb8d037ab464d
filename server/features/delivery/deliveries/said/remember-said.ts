import { eq } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { deriveId } from '../../../../platform/ids.ts';
import { deriveToken } from '../../../../platform/random.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { rememberAct } from '../logged-acts/logged-acts.ts';

// What recipients say has to survive a restore.

type Said = 'yes' | 'no';

export function rememberDeclining(
  tx: Tx,
  services: Services,
  said: Said,
  recipientId: string,
): Promise<void> {
  return remember(tx, services, { kind: 'declining', said, recipientId, aboutId: null });
}

export function rememberDisowning(
  tx: Tx,
  services: Services,
  said: Said,
  { recipientId, address }: AddressOf,
): Promise<void> {
  const aboutId = idOfAddress(services, { recipientId, address });
  return remember(tx, services, { kind: 'disowning', said, recipientId, aboutId });
}

interface AddressOf {
  recipientId: string;
  address: string;
}

/** The send log contains no addresses: it names one by this id, from which nobody without our secret can tell the address. */
export function idOfAddress(
  { appSecret }: Pick<Services, 'appSecret'>,
  { recipientId, address }: AddressOf,
): string {
  return deriveId(deriveToken(appSecret, 'address', `${recipientId}:${address.toLowerCase()}`));
}

interface Remembered {
  kind: 'declining' | 'disowning';
  said: Said;
  recipientId: string;
  aboutId: string | null;
}

async function remember(
  tx: Tx,
  services: Services,
  { recipientId: subjectId, ...act }: Remembered,
): Promise<void> {
  const [recipient] = await tx
    .select({ ownerId: recipients.userId })
    .from(recipients)
    .where(eq(recipients.id, subjectId));
  if (recipient) await rememberAct(tx, services, { ...act, ...recipient, subjectId });
}
