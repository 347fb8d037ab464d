import {
  Rehearsal,
  RehearsalQuery,
  RehearsalSendForm,
  RehearsalSent,
} from '../../../../../shared/delivery/rehearsal.ts';
import type { App, Services } from '../../../../platform/context.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { ownerOf, signedIn } from '../../../accounts/auth/sessions/sessions.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { type AttemptLimit, limitAttempts } from '../../../system/attempt-limits/attempt-limits.ts';
import { type DeathDeadlines, rehearse } from './rehearsal.ts';
import { sendToMe } from './send-to-me.ts';

const mailsToMe: AttemptLimit = {
  ...{ name: 'rehearsals', max: 20, minutes: 60 },
  keyOf: (request) => ownerOf(request).id,
};

/** What the rules about deaths mean for this owner; passed in by app.ts. */
interface Options {
  deadlinesIfDead(db: Queryable, services: Services, owner: UserRow, now: Date): Promise<DeathDeadlines>;
}

export async function rehearsalRoutes(app: App, { deadlinesIfDead }: Options): Promise<void> {
  const { services } = app;

  app.get(
    '/api/rehearsal',
    { onRequest: signedIn, schema: { querystring: RehearsalQuery, response: { 200: Rehearsal } } },
    async (request) => {
      const { as, whole } = request.query;
      const owner = ownerOf(request);
      const { db, clock } = services;
      const death = as === 'death' ? await deadlinesIfDead(db, services, owner, clock.now()) : null;
      return rehearse(services, owner, { death, isWhole: whole === 'true' });
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
