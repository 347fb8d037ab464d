import {
  Rehearsal,
  RehearsalQuery,
  RehearsalSendForm,
  RehearsalSent,
} from '../../../../shared/delivery/rehearsal.ts';
import type { App } from '../../../platform/context.ts';
import { ownerOf, signedIn } from '../../accounts/auth/sessions/sessions.ts';
import { type AttemptLimit, limitAttempts } from '../../system/attempt-limits/attempt-limits.ts';
import { rehearse } from './rehearsal.ts';
import { sendToMe } from './send-to-me.ts';

const mailsToMe: AttemptLimit = {
  ...{ name: 'rehearsals', max: 20, minutes: 60 },
  keyOf: (request) => ownerOf(request).id,
};

export async function rehearsalRoutes(app: App): Promise<void> {
  const { services } = app;

  app.get(
    '/api/rehearsal',
    { onRequest: signedIn, schema: { querystring: RehearsalQuery, response: { 200: Rehearsal } } },
    async (request) => {
      const { as, whole } = request.query;
      return rehearse(services, ownerOf(request), { as, isWhole: whole === 'true' });
    },
  );

  app.post(
    '/api/rehearsal/send',
    {
      onRequest: signedIn,
      preHandler: limitAttempts(mailsToMe),
      schema: { body: RehearsalSendForm, response: { 202: RehearsalSent } },
    },
    async (request, reply) =>
      reply.status(202).send(await sendToMe(services, ownerOf(request), request.body)),
  );
}
