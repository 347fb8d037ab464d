import { and, eq, inArray, or } from 'drizzle-orm';
import type { GuardianAnswer, GuardianAnswerForm } from '../../../../../shared/delivery/guardians.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { readDatabaseTime } from '../../../../platform/database-time.ts';
import { AppError } from '../../../../platform/errors.ts';
import { announceAll } from '../../../../platform/events.ts';
import { record } from '../../../system/audit/audit.ts';
import { type DeliveryRow, deliveryQueue } from '../deliveries.table.ts';
import { rememberActs } from '../logged-acts/logged-acts.ts';
import { lockSchedules } from '../send/record-outcomes.ts';
import { applyEvents, lockDeliveries } from '../state/transitions.ts';
import { askAgainDays, type Place, requireSay } from './guardian-page.ts';
import { type GuardianQuestionRow, guardianQuestions } from './guardians.table.ts';

const actor = 'guardian';

/**
 * A guardian allows what comes to the child at one moment, or says "not yet". 404 for an unknown link or
 * question; 409 if they no longer have a say, or if it is on its way.
 */
export function answerGuardian(services: Services, token: string, form: GuardianAnswerForm): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    // Locks the schedules before anything else, so that none of them starts unseen.
    const named = await listQuestions(tx, form.ids);
    await lockSchedules(
      tx,
      named.map(({ scheduleId }) => scheduleId),
    );
    const place = await requireSay(tx, services, token);
    const questions = (await listQuestions(tx, form.ids)).filter(
      ({ recipientId, guardianId }) => recipientId === place.child.id && guardianId === place.guardian.id,
    );
    if (questions.length < new Set(form.ids).size)
      throw new AppError('conflict', 'This has changed. Please look at the page again.');
    const rows = await lockDeliveries(tx, isFor(questions));
    if (rows.some(isOnItsWay))
      throw new AppError('conflict', `It is already on its way to ${place.child.firstName}.`);
    await write(tx, services, place, questions, form);
    await applyAnswer(tx, services, rows, form.answer);
    await record(tx, services.clock.now(), {
      action: form.answer === 'come' ? 'guardian.let-come' : 'guardian.said-not-yet',
      actor,
      userId: place.owner.id,
      subjectId: place.child.id,
      details: { guardian: place.guardian.id, deliveries: questions.length, ...askedAgain(form) },
    });
    await announceAll(tx, [place.owner.id], ['schedules', 'stats']);
    const act = { kind: 'guardian', said: form.answer, ownerId: place.owner.id } as const;
    const acts = questions.map((one) => ({ ...act, subjectId: one.scheduleId, aboutId: one.recipientId }));
    await rememberActs(tx, services, acts);
  });
}

const askedAgain = ({ askAgain }: GuardianAnswerForm) => (askAgain ? { askAgain } : {});

function listQuestions(tx: Tx, ids: readonly string[]): Promise<GuardianQuestionRow[]> {
  return tx
    .select()
    .from(guardianQuestions)
    .where(inArray(guardianQuestions.id, [...ids]));
}

/** Applies the answer to deliveries that have begun. */
export async function applyAnswer(
  tx: Tx,
  services: Services,
  rows: readonly DeliveryRow[],
  answer: GuardianAnswer,
): Promise<void> {
  const kind = answer === 'come' ? 'guardian-hold-ended' : 'guardian-held';
  await applyEvents(tx, services, rows, () => ({ kind, actor }));
}

function isFor(questions: readonly GuardianQuestionRow[]) {
  return or(
    ...questions.map(({ scheduleId, recipientId }) =>
      and(eq(deliveryQueue.scheduleId, scheduleId), eq(deliveryQueue.recipientId, recipientId)),
    ),
  );
}

export function isOnItsWay({ status, waitingReason }: DeliveryRow): boolean {
  return status === 'sending' || status === 'delivered' || waitingReason === 'in_the_post';
}

async function write(
  tx: Tx,
  services: Services,
  place: Place,
  questions: readonly GuardianQuestionRow[],
  { answer, askAgain }: GuardianAnswerForm,
): Promise<void> {
  const answeredAt = await readDatabaseTime(tx, services.clock);
  for (const { id, dueAt } of questions) {
    const days = askAgainDays(place, dueAt);
    const askAgainOn = answer === 'not_yet' && askAgain && askAgain !== 'never' ? days[askAgain] : null;
    await tx
      .update(guardianQuestions)
      .set({ answer, answeredAt, askAgainOn })
      .where(eq(guardianQuestions.id, id));
  }
}
