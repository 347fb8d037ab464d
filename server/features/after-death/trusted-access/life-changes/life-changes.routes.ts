import { LifeChangeForm, LifeChangeParams } from '../../../../../shared/after-death/life-changes.ts';
import { TrustedPerson, TrustedPersonParams } from '../../../../../shared/after-death/trusted-access.ts';
import type { App } from '../../../../platform/context.ts';
import { keepPrivate } from '../../../../platform/http/api-headers.ts';
import { limitAttempts } from '../../../system/attempt-limits/attempt-limits.ts';
import { readTrustedPerson, trustedWrites } from '../trusted-access.ts';
import { liftChange } from './contact-changes.ts';
import { tellChange } from './tell-change.ts';

/** What a trusted contact tells us about people's lives; they need only their link. */
export async function lifeChangesRoutes(app: App): Promise<void> {
  const { services } = app;
  const preHandler = limitAttempts(...trustedWrites);
  app.addHook('onRequest', keepPrivate);

  app.post(
    '/api/trusted/:token/people/:id/changes',
    {
      preHandler,
      schema: { params: TrustedPersonParams, body: LifeChangeForm, response: { 201: TrustedPerson } },
    },
    async ({ params, body }, reply) => {
      const who = await tellChange(services, params, body);
      const person = await readTrustedPerson(services.db, services, { who, id: params.id });
      return reply.status(201).send(person);
    },
  );

  app.delete(
    '/api/trusted/:token/people/:id/changes/:changeId',
    { preHandler, schema: { params: LifeChangeParams, response: { 200: TrustedPerson } } },
    async ({ params }) => {
      const who = await liftChange(services, params);
      return readTrustedPerson(services.db, services, { who, id: params.id });
    },
  );
}
