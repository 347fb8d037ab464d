import { AccountLog, AccountLogQuery } from '../../../../../shared/data-rights/account-log.ts';
import type { App } from '../../../../platform/context.ts';
import { ownerOf, signedIn } from '../../../accounts/auth/sessions/sessions.ts';
import { readAccountLog } from './account-log.ts';

/** The audit log's entries about one's own account. */
export async function accountLogRoutes(app: App): Promise<void> {
  app.get(
    '/api/user/log',
    { onRequest: signedIn, schema: { querystring: AccountLogQuery, response: { 200: AccountLog } } },
    async (request) => readAccountLog(app.services.db, ownerOf(request).id, request.query.before),
  );
}
