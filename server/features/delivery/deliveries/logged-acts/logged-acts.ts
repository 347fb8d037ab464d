import { and, asc, isNotNull, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { ActKind, OpenAct } from '../../../../../shared/outbox/logged-acts.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable, Tx } from '../../../../platform/database.ts';
import { readDatabaseTime } from '../../../../platform/database-time.ts';
import { AppError } from '../../../../platform/errors.ts';
import { newId } from '../../../../platform/ids.ts';
import { logActs } from '../../../outbox/messages/send-log/send-log.ts';
import { type LoggedAct, loggedActs } from './logged-acts.table.ts';

// Acts by which people stop something, or let it go on again. Each is also written to the send log, outside
// the database, so that a database restored from a backup learns of it.

export type { LoggedAct };

/** Makes an act from the log take effect in this database. False if that is left to staff. Changes nothing if it already has. */
export type ActEffect = (tx: Tx, services: Services, act: LoggedAct) => Promise<boolean>;
export type ActEffects = Record<ActKind, ActEffect>;

type NewAct = Pick<LoggedAct, 'kind' | 'said' | 'ownerId' | 'subjectId'> & { aboutId?: string | null };

/**
 * Call it last in the transaction of the acts: a logged act is applied after a restore whether or not its
 * transaction was committed. 503 if the log cannot be written.
 */
export async function rememberActs(tx: Tx, services: Services, acts: readonly NewAct[]): Promise<void> {
  const at = await readDatabaseTime(tx, services.clock);
  const rows = acts.map((act) => ({ ...act, id: newId(), at }));
  await tx.insert(loggedActs).values(rows);
  const entries = rows.map(
    ({ id, kind, said, ownerId: owner, subjectId: subject, aboutId: about = null }) => ({
      ...{ at: at.toISOString(), act: id, kind, said, owner, subject, about },
    }),
  );
  await logActs(services, entries).catch((cause) => {
    throw new AppError(
      'unavailable',
      'We cannot record this safely at the moment, so nothing has changed. Please try again in a few minutes.',
      { retryAfterSeconds: 60, cause },
    );
  });
}

export function rememberAct(tx: Tx, services: Services, act: NewAct): Promise<void> {
  return rememberActs(tx, services, [act]);
}

/** The same, for acts that must count even if the log cannot be written. */
export async function rememberActIfPossible(tx: Tx, services: Services, act: NewAct): Promise<void> {
  await rememberAct(tx, services, act).catch((err: unknown) => {
    if (!(err instanceof AppError)) throw err;
    services.log.error({ err, kind: act.kind, subjectId: act.subjectId }, 'the send log cannot be written');
  });
}

export const isOpen = and(isNotNull(loggedActs.recoveredAt), isNull(loggedActs.settledAt));

/** SQL: whether an act from before a restore has not taken effect here yet. */
export const hasOpenActs = sql<boolean>`exists (select 1 from ${loggedActs} where ${isOpen})`;

export async function listOpenActs(db: Queryable): Promise<z.output<typeof OpenAct>[]> {
  const acts = await db
    .select()
    .from(loggedActs)
    .where(isOpen)
    .orderBy(asc(loggedActs.at), asc(loggedActs.id));
  return acts.map((act) => ({
    ...{ id: act.id, at: act.at, kind: act.kind, ownerId: act.ownerId },
    reportId: reportOf(act),
  }));
}

function reportOf({ kind, subjectId, aboutId }: LoggedAct): string | null {
  if (kind === 'sign-of-life') return subjectId;
  return kind === 'release-revoked' ? aboutId : null;
}

/** Somebody decides that deliveries go on although these acts have no effect here. Returns how many there were. */
export async function setOpenActsAside(tx: Tx, { clock }: Services, by: string): Promise<number> {
  const { rowCount } = await tx
    .update(loggedActs)
    .set({ settledAt: clock.now(), settledBy: by })
    .where(isOpen);
  return rowCount ?? 0;
}

/** 409 while an act from before a restore has not taken effect again. */
export async function requireNothingOpen(tx: Tx): Promise<void> {
  if ((await tx.$count(loggedActs, isOpen)) > 0)
    throw new AppError(
      'conflict',
      'Something that was done after the backup has not been done again. It is listed where all deliveries are held. Nothing was released.',
    );
}
