import type { z } from 'zod';
import type { DeathReport } from '../../../../../shared/after-death/death-reports.ts';
import { minutesAfter, secondsAfter } from '../../../../platform/clock.ts';
import { codeMinutes, codeTries, isCodeOpen } from '../../../../platform/codes.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { latestNow } from '../../../../platform/database-time.ts';
import { fieldError } from '../../../../platform/errors.ts';
import { newId } from '../../../../platform/ids.ts';
import { deriveCode } from '../../../../platform/random.ts';
import { enqueueMail } from '../../../outbox/messages/mails/mails.ts';
import type { DeathReportRow } from './death-reports.table.ts';
import { toAnswer } from './report-answers.ts';
import { lockReport, updateReport } from './report-rows.ts';

/** A second request within this time sends no new code. */
const codePauseSeconds = 60;

/** The code in the reporter's mail. It is derived, so no table stores it. */
export function codeOf({ appSecret }: Pick<Services, 'appSecret'>, codeId: string): string {
  return deriveCode(appSecret, 'death-report-code', codeId);
}

/** Mails a new code to the reporter; the previous one stops working. */
export async function mailCodeLater(
  tx: Tx,
  services: Services,
  row: DeathReportRow,
): Promise<DeathReportRow> {
  const codeId = newId();
  const validUntil = minutesAfter(services.clock.now(), codeMinutes);
  const changed = await updateReport(tx, row.id, {
    codeId,
    codeTriesLeft: codeTries,
    codeValidUntil: validUntil,
  });
  await enqueueMail(tx, services, {
    kind: 'death-report-code',
    userId: null,
    toAddress: row.reporterEmail,
    subjectId: row.id,
    details: { codeId },
    validUntil,
  });
  return changed;
}

export function mailAnotherCode(services: Services, token: string): Promise<z.output<typeof DeathReport>> {
  return inTransaction(services.db, async (tx) => {
    const row = await lockReport(tx, token);
    const sentAt = row.codeValidUntil && minutesAfter(row.codeValidUntil, -codeMinutes);
    const now = services.clock.now();
    const isRecent =
      sentAt !== null && sentAt > secondsAfter(now, -codePauseSeconds) && sentAt <= latestNow(now);
    const isWanted = !row.confirmedAt && !isRecent;
    return toAnswer(tx, services, isWanted ? await mailCodeLater(tx, services, row) : row);
  });
}

/** Confirms the reporter's address. 400 for a wrong code, which uses up a try, and for an expired one. */
export async function confirmReporter(
  services: Services,
  token: string,
  code: string,
): Promise<z.output<typeof DeathReport>> {
  const { db, clock } = services;
  const answer = await inTransaction(db, async (tx) => {
    const row = await lockReport(tx, token);
    if (row.confirmedAt) return toAnswer(tx, services, row);
    const { codeId, codeTriesLeft: triesLeft, codeValidUntil: validUntil } = row;
    if (!codeId || !isCodeOpen({ triesLeft, validUntil }, clock.now())) return undefined;
    if (code !== codeOf(services, codeId)) {
      await updateReport(tx, row.id, { codeTriesLeft: triesLeft - 1 });
      return undefined;
    }
    const confirmed = { confirmedAt: clock.now(), codeId: null, codeTriesLeft: 0, codeValidUntil: null };
    return toAnswer(tx, services, await updateReport(tx, row.id, confirmed));
  });
  if (answer) return answer;
  throw fieldError('code', 'That code is wrong or too old. Please check it or ask for a new one.');
}
