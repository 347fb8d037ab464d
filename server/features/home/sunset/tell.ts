import type { LinkKind, MailKind } from '../../../../shared/outbox/mail-kinds.ts';
import { dayOf } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';
import { readAgreedNow } from '../../../platform/database-time.ts';
import { deriveId } from '../../../platform/ids.ts';
import { daysAfter } from '../../../platform/local-time.ts';
import {
  beginExportFor,
  lastExportDays,
} from '../../data-rights/account-data/account-export/account-export.ts';
import { enqueueMail, mayBeSentBefore } from '../../outbox/messages/mails/mails.ts';
import { readClosing, readLastWithdrawn } from '../../system/closing/closing.ts';
import { isWithdrawalUntold, type Listener, listUntold } from './audience.ts';
import { closingNotices, type NoticeRole, type NoticeStep } from './sunset.table.ts';

const perSweep = 500;
const announced: Record<NoticeRole, Exclude<MailKind, LinkKind>> = {
  owner: 'closing-owner',
  contact: 'closing-contact',
  recipient: 'closing-recipient',
};

interface Step {
  closingId: string;
  step: NoticeStep;
}

/** Tells everybody who has not yet been told that the service ends, or that it goes on after all. Returns how many. */
export async function tellOfClosing(services: Services): Promise<number> {
  const now = await readAgreedNow(services.db, services.clock);
  if (!now) return 0;
  let told = 0;
  for (const step of await stepsDue(services, now)) told += await tellOf(services, step, now);
  return told;
}

async function stepsDue({ db }: Services, now: Date): Promise<Step[]> {
  const [closing, withdrawn] = [await readClosing(db), await readLastWithdrawn(db)];
  const isToWithdraw = withdrawn && (await isWithdrawalUntold(db, withdrawn.id));
  const steps: Step[] = isToWithdraw ? [{ closingId: withdrawn.id, step: 'withdrawn' }] : [];
  if (!closing || closing.closedAt) return steps;
  const isSoon = daysAfter(closing.lastDay, -lastExportDays) <= dayOf(now);
  const closingId = closing.id;
  return [
    ...steps,
    { closingId, step: 'announced' },
    ...(isSoon ? [{ closingId, step: 'reminded' as const }] : []),
  ];
}

/** In batches: after a crash between two of them the next run does the rest, and nobody is told twice. */
async function tellOf(services: Services, { closingId, step }: Step, now: Date): Promise<number> {
  const { db, sweeps } = services;
  const name = 'closing-notices';
  let told = 0;
  for (;;) {
    const putOff = sweeps.putOff(name);
    const untold = await listUntold(db, services, { closingId, step }, { limit: perSweep, putOff });
    const undone = await sweeps.together(name, untold, (some) =>
      inTransaction(db, async (tx) => {
        for (const each of some) await tell(tx, services, { closingId, step }, each, now);
      }),
    );
    told += untold.length - undone;
    if (undone > 0 || untold.length < perSweep) return told;
  }
}

/** The mail's id is derived from the closing, the step and the address, so that a restored backup does not tell anybody again. */
async function tell(
  tx: Tx,
  services: Services,
  { closingId, step }: Step,
  { id: address, channel, role, userId }: Listener,
  now: Date,
): Promise<void> {
  const key = `closing:${closingId}:${step}:${address}`;
  const mailId = deriveId(key);
  await tx
    .insert(closingNotices)
    .values({ closingId, step, address, role, userId, mailId, writtenAt: now })
    .onConflictDoNothing();
  if (step === 'reminded') await beginExportFor(tx, services, userId);
  await enqueueMail(tx, services, {
    ...{ id: mailId, userId, toAddress: address, channel, subjectId: closingId, dedupeKey: key },
    kind: step === 'announced' ? announced[role] : `closing-${step}`,
    mayBeSentSince: mayBeSentBefore(now),
  });
}
