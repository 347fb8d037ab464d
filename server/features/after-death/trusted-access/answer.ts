import type { z } from 'zod';
import type { TrustedAnswerForm, TrustedPage } from '../../../../shared/after-death/trusted-access.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { seal } from '../../../platform/sealed.ts';
import { record } from '../../system/audit/audit.ts';
import { recordObjection } from '../death-cases/death-reports/death-reports.ts';
import { requireTrustedContact } from './access-rows.ts';
import { noteSeal } from './answers-for-staff.ts';
import { type ReadChanges, readTrustedPage } from './page.ts';
import { trustedAnswers } from './trusted-access.table.ts';

/**
 * A trusted contact says that the owner is alive, or that it should wait: the report goes before staff. Once in each window; saying
 * it again changes nothing. After the release "alive" still reaches staff, who can revoke it; "wait" is a 409.
 */
export function answerAsContact(
  services: Services,
  readChanges: ReadChanges,
  token: string,
  { answer, note }: z.output<typeof TrustedAnswerForm>,
): Promise<z.output<typeof TrustedPage>> {
  return inTransaction(services.db, async (tx) => {
    const { access, owner, contact, report, state } = await requireTrustedContact(tx, token, [
      'window',
      'looking',
      'open',
    ]);
    if (state === 'open' && answer === 'wait')
      throw new AppError('conflict', 'What was left is already on its way. Please write to us.');
    const id = newId();
    const now = services.clock.now();
    const inserted = await tx
      .insert(trustedAnswers)
      .values({
        id,
        accessId: access.id,
        windowBeganAt: report.verifiedAt ?? report.createdAt,
        answer,
        note: note ? seal(services.appSecret, noteSeal(id), note) : null,
        createdAt: now,
      })
      .onConflictDoNothing()
      .returning({ id: trustedAnswers.id });
    if (inserted.length > 0) {
      await record(tx, now, {
        action: 'trusted-access.answered',
        actor: 'trusted-contact',
        userId: owner.id,
        subjectId: contact.id,
        details: { answer, reportId: report.id },
      });
      await recordObjection(tx, services, report.id, `contact_${answer}`);
    }
    return readTrustedPage(tx, services, readChanges, token);
  });
}
