import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { enqueueMail } from '../../outbox/messages/mails/mails.ts';
import type { lostItemMails } from './lost-items.mails.ts';
import { isFound } from './lost-items.ts';
import type { physicalItemMails } from './physical-items.mails.ts';
import type { PhysicalItemRow } from './physical-items.table.ts';
import type { recipientItemMails } from './recipient-items.mails.ts';
import type { Move } from './write-handover.ts';

type ItemMail = keyof (typeof physicalItemMails & typeof lostItemMails & typeof recipientItemMails);

/**
 * The mails after a step, to its owner or, after a release, to whoever it is sent to; each knows whether there is somebody to
 * tell. That it left us, and that it arrived, is told to those who can say that it is not so.
 */
const kindsOf: Partial<Record<Move, readonly ItemMail[]>> = {
  receive: ['item-received'],
  'send-back': ['item-sent-back'],
  'hand-over': ['recipient-item-sent'],
  arrive: ['item-arrived', 'recipient-item-arrived'],
  'confirm-lost': ['item-lost', 'recipient-item-lost'],
};
const found: readonly ItemMail[] = ['item-found', 'recipient-item-found'];

export async function tellOf(tx: Tx, services: Services, act: Move, before: PhysicalItemRow): Promise<void> {
  const { id: subjectId, userId } = before;
  const kinds = isFound(act, before) ? found : (kindsOf[act] ?? []);
  for (const kind of kinds) await enqueueMail(tx, services, { kind, userId, subjectId });
}
