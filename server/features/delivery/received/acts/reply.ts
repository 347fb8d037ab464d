import type { ReplyForm } from '../../../../../shared/delivery/received-acts.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { hasHeardOfDeath } from '../death.ts';
import { isCurrent } from '../pages.ts';
import { deleteReply, writeReply } from '../replies/replies.ts';
import { readerOf } from '../said-on-page.ts';
import { deliveriesOf, type SentDelivery } from '../sent-deliveries.ts';
import { type Acting, type Asked, actOnPage, recordAct } from './act.ts';

/** Writes a few words back about something that was opened; writing again changes them. 404 for what was not opened. */
export function reply(services: Services, asked: Asked, { id, text, private: isPrivate }: ReplyForm) {
  return actOnPage(services, asked, 'reply', async (tx, acting) => {
    const { page, now } = acting;
    const { memory } = await requireOpened(tx, acting, id);
    const ownerDied = isCurrent(page) && (await hasHeardOfDeath(tx, page));
    const reader = readerOf(page, ownerDied);
    // An owner who has deleted it has no page on which to read them.
    const readBy = isPrivate || (reader === 'owner' && !memory) ? 'nobody' : reader;
    await writeReply(tx, services, { id, userId: page.owner.id }, { text, readBy, at: now });
    await recordAct(tx, services, page, 'recipient.replied');
  });
}

/** Takes the words back. 404 if there are none. */
export function takeReplyBack(services: Services, asked: Asked, id: string) {
  return actOnPage(services, asked, 'reply', async (tx, acting) => {
    await requireOpened(tx, acting, id);
    await deleteReply(tx, { id, userId: acting.page.owner.id });
    await recordAct(tx, services, acting.page, 'recipient.reply-taken-back');
  });
}

async function requireOpened(tx: Tx, { page, known }: Acting, id: string): Promise<SentDelivery> {
  const given = await deliveriesOf(tx, page, known.addresses);
  return requireFound(
    given.find((row) => row.id === id && row.openedAt !== null),
    'This memory',
  );
}
