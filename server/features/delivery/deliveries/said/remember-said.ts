import { eq } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { isSameAddress } from '../../../people/recipients/recipients.ts';
import type { DeliveryRow } from '../deliveries.table.ts';
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

/** The log contains no addresses: it identifies this one by a delivery that went there. */
export function rememberDisowning(
  tx: Tx,
  services: Services,
  said: Said,
  { recipientId, address, rows }: { recipientId: string; address: string; rows: readonly DeliveryRow[] },
): Promise<void> {
  const aboutId = rows.find(({ sentTo }) => isSameAddress(sentTo, address))?.id ?? null;
  return remember(tx, services, { kind: 'disowning', said, recipientId, aboutId });
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
