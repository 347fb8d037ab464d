import {
  GuardianAddressForm,
  GuardianAnswerForm,
  GuardianPage,
  GuardianParams,
} from '../../../../../shared/delivery/guardians.ts';
import type { App } from '../../../../platform/context.ts';
import { keepPrivate } from '../../../../platform/http/api-headers.ts';
import type { ReaddressAfterDeath } from '../../../people/recipients/recipients.ts';
import { limitAttempts, limitsOfLink } from '../../../system/attempt-limits/attempt-limits.ts';
import { answerGuardian } from './answer-guardian.ts';
import { giveChildAddress } from './child-address.ts';
import { readGuardianPage } from './guardian-page.ts';

const writes = limitsOfLink('guardian', { link: 60, address: 240 });

/** The page of a guardian who has a say in what a child receives; it needs only a link. Mail programs open links: reading changes nothing. */
export async function guardiansRoutes(
  app: App,
  { readdress }: { readdress: ReaddressAfterDeath },
): Promise<void> {
  const { services } = app;
  app.addHook('onRequest', keepPrivate);

  app.get(
    '/api/guardian/:token',
    { schema: { params: GuardianParams, response: { 200: GuardianPage } } },
    ({ params }) => readGuardianPage(services, params.token),
  );

  app.post(
    '/api/guardian/:token/answer',
    {
      preHandler: limitAttempts(...writes),
      schema: { params: GuardianParams, body: GuardianAnswerForm, response: { 200: GuardianPage } },
    },
    async ({ params, body }) => {
      await answerGuardian(services, params.token, body);
      return readGuardianPage(services, params.token);
    },
  );

  app.post(
    '/api/guardian/:token/address',
    {
      preHandler: limitAttempts(...writes),
      schema: { params: GuardianParams, body: GuardianAddressForm, response: { 200: GuardianPage } },
    },
    async ({ params, body }) => {
      await giveChildAddress(services, readdress, params.token, body);
      return readGuardianPage(services, params.token);
    },
  );
}
