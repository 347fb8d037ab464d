import { AddressChangePage, AddressChangeParams } from '../../../../../shared/after-death/address-changes.ts';
import {
  TrustedCorrection,
  TrustedPerson,
  TrustedPersonParams,
} from '../../../../../shared/after-death/trusted-access.ts';
import type { App } from '../../../../platform/context.ts';
import { keepPrivate } from '../../../../platform/http/api-headers.ts';
import { limitAttempts, limitsOfLink } from '../../../system/attempt-limits/attempt-limits.ts';
import { trustedWrites } from '../trusted-access.ts';
import { correctPerson } from './contact-corrections.ts';
import { readChangePage } from './link-page.ts';
import { disputeChange, withdrawDispute } from './press-link.ts';

const presses = limitsOfLink('changed address', { link: 30, address: 120 });

/** For trusted contacts who correct an entry, and for people who were told of a correction; each needs only their link. */
export async function addressChangesRoutes(app: App): Promise<void> {
  const { services } = app;
  const page = { params: AddressChangeParams, response: { 200: AddressChangePage } };
  app.addHook('onRequest', keepPrivate);

  app.put(
    '/api/trusted/:token/people/:id',
    {
      preHandler: limitAttempts(...trustedWrites),
      schema: { params: TrustedPersonParams, body: TrustedCorrection, response: { 200: TrustedPerson } },
    },
    async (request) => correctPerson(services, request.params, request.body),
  );

  app.get('/api/address/:token', { schema: page }, async ({ params }) =>
    readChangePage(services, params.token),
  );

  app.post(
    '/api/address/:token/wrong',
    { preHandler: limitAttempts(...presses), schema: page },
    async ({ params }) => disputeChange(services, params.token),
  );

  app.post(
    '/api/address/:token/right',
    { preHandler: limitAttempts(...presses), schema: page },
    async ({ params }) => withdrawDispute(services, params.token),
  );
}
