import { z } from 'zod';
import {
  MemoryReplies,
  ProposedAddressAnswer,
  RepliedToList,
} from '../../../../../shared/delivery/received-acts.ts';
import { IdParams } from '../../../../../shared/values.ts';
import type { App } from '../../../../platform/context.ts';
import { ownerOf, signedIn } from '../../../accounts/auth/sessions/sessions.ts';
import { agreeToAddress, refuseAddress } from '../../../people/recipients/recipients.ts';
import { recipientHooks } from '../../deliveries/deliveries.ts';
import type { RenewTrustedLinks } from '../../deliveries/said/said.ts';
import { confirmAddress } from './confirm-address.ts';
import { listRepliedTo, listRepliesTo } from './replies.ts';

/** What the owner reads of what recipients say on their pages, and the owner's answers. */
export async function repliesRoutes(
  app: App,
  { renewTrustedLinks }: { renewTrustedLinks: RenewTrustedLinks },
): Promise<void> {
  const { services } = app;

  app.get(
    '/api/memories/:id/replies',
    { onRequest: signedIn, schema: { params: IdParams, response: { 200: MemoryReplies } } },
    async (request) => listRepliesTo(services, ownerOf(request).id, request.params.id),
  );

  app.get(
    '/api/memories/replies',
    { onRequest: signedIn, schema: { response: { 200: RepliedToList } } },
    async (request) => listRepliedTo(services.db, ownerOf(request).id),
  );

  const answers = {
    agree: agreeToAddress.bind(null, services, recipientHooks),
    refuse: refuseAddress.bind(null, services),
  };
  for (const answer of ['agree', 'refuse'] as const) {
    app.post(
      `/api/recipients/:id/proposed-address/${answer}`,
      {
        onRequest: signedIn,
        schema: { params: IdParams, body: ProposedAddressAnswer, response: { 204: z.null() } },
      },
      async (request, reply) => {
        const { proposalId } = request.body;
        await answers[answer](ownerOf(request), { recipientId: request.params.id, proposalId });
        return reply.status(204).send(null);
      },
    );
  }

  app.post(
    '/api/recipients/:id/right-address',
    { onRequest: signedIn, schema: { params: IdParams, response: { 204: z.null() } } },
    async (request, reply) => {
      await confirmAddress(services, renewTrustedLinks, ownerOf(request), request.params.id);
      return reply.status(204).send(null);
    },
  );
}
