import type { FastifyReply, FastifyRequest } from 'fastify';
import { ReceivedCover } from '../../../../../shared/delivery/received.ts';
import { RemindForm, ReplyForm } from '../../../../../shared/delivery/received-acts.ts';
import { AddressCodeForm, AddressProposalForm } from '../../../../../shared/people/proposed-addresses.ts';
import { Id } from '../../../../../shared/values.ts';
import type { App } from '../../../../platform/context.ts';
import { keepPrivate } from '../../../../platform/http/api-headers.ts';
import type { ReaddressAfterDeath } from '../../../people/recipients/recipients.ts';
import { limitAttempts, limitsOfLink } from '../../../system/attempt-limits/attempt-limits.ts';
import type { RenewTrustedLinks } from '../../deliveries/said/said.ts';
import { secretsOf, setDeviceCookie, TokenParams } from '../page-requests.ts';
import { proposeAddress, proveAddress, withdrawAddress } from './address.ts';
import { decline, undoDecline } from './decline.ts';
import { sayNotMe, undoNotMe } from './not-me.ts';
import { forgetReminder, remind } from './remind.ts';
import { reply, takeReplyBack } from './reply.ts';

const limits = limitsOfLink('received page', { link: 60, address: 300 });

const ReplyParams = TokenParams.extend({ id: Id });

/** What recipients do on their page, on a device that it knows; each request returns the page as it is afterwards. */
export async function receivedActsRoutes(
  app: App,
  { readdress, renewTrustedLinks }: { readdress: ReaddressAfterDeath; renewTrustedLinks: RenewTrustedLinks },
): Promise<void> {
  const { services } = app;
  app.addHook('onRequest', keepPrivate);
  const preHandler = limitAttempts(...limits);
  const page = { params: TokenParams, response: { 200: ReceivedCover } };
  const plain = { preHandler, schema: page };

  app.post(
    '/api/received/:token/reply',
    { preHandler, schema: { ...page, body: ReplyForm } },
    async (request) => reply(services, asked(request), request.body),
  );
  app.delete(
    '/api/received/:token/reply/:id',
    { preHandler, schema: { ...page, params: ReplyParams } },
    async (request) => takeReplyBack(services, asked(request), request.params.id),
  );

  app.post(
    '/api/received/:token/remind',
    { preHandler, schema: { ...page, body: RemindForm } },
    async (request) => remind(services, asked(request), request.body.on),
  );
  app.delete('/api/received/:token/remind', plain, async (request) =>
    forgetReminder(services, asked(request)),
  );

  app.post('/api/received/:token/decline', plain, async (request) => decline(services, asked(request)));
  app.post('/api/received/:token/decline/undo', plain, async (request) =>
    undoDecline(services, asked(request)),
  );

  app.post('/api/received/:token/not-me', plain, async (request, reply) => {
    const { secret, cover } = await sayNotMe(services, asked(request), renewTrustedLinks);
    await keepSecret(request, reply, secret);
    return cover;
  });
  app.post('/api/received/:token/not-me/undo', plain, async (request) =>
    undoNotMe(services, asked(request), renewTrustedLinks),
  );

  app.post(
    '/api/received/:token/address',
    { preHandler, schema: { ...page, body: AddressProposalForm } },
    async (request) => proposeAddress(services, asked(request), { form: request.body, readdress }),
  );
  app.post(
    '/api/received/:token/address/code',
    { preHandler, schema: { ...page, body: AddressCodeForm } },
    async (request) => proveAddress(services, asked(request), { code: request.body.code, readdress }),
  );
  app.delete('/api/received/:token/address', plain, async (request) =>
    withdrawAddress(services, asked(request)),
  );
}

function asked(request: FastifyRequest<{ Params: { token: string } }>) {
  return { token: request.params.token, secrets: secretsOf(request) };
}

async function keepSecret(
  request: FastifyRequest<{ Params: { token: string } }>,
  reply: FastifyReply,
  secret: string,
): Promise<void> {
  await setDeviceCookie(reply, request.params.token, { secret, name: secretsOf(request).get(secret) });
}
