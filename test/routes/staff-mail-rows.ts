import { outboxMails } from '../../server/features/outbox/messages/mails/mails.table.ts';
import type { Question, RouteRows, Scene } from './row.ts';
import { freshStaffRow, staffRow } from './staff-row.ts';

/** A mail that has failed. */
async function failedMail({ testApp, owner }: Scene): Promise<Question> {
  const at = testApp.clock.now();
  const { id: userId, email } = owner.user;
  const [mail] = await testApp.services.db
    .insert(outboxMails)
    .values({ kind: 'password-changed', userId, toAddress: email, createdAt: at, failedAt: at })
    .returning();
  return {
    params: { id: mail?.id ?? '' },
    payload: { reason: 'A test', seen: { state: 'failed', attempts: 0 } },
  };
}

export const staffMailRows: RouteRows = {
  'GET /api/admin/mails': staffRow(200),
  'GET /api/admin/mails/counts': staffRow(200),
  'GET /api/admin/mails/:id': staffRow(200, async (scene) => {
    const { params = {} } = await failedMail(scene);
    return { params };
  }),
  'POST /api/admin/mails/:id/send': staffRow(200, failedMail),
  'POST /api/admin/mails/:id/set-aside': staffRow(200, failedMail),
  'POST /api/admin/mails/:id/address': freshStaffRow(200, failedMail),
};
