import { z } from 'zod';
import { StaleBody } from '../../../../shared/errors.ts';
import {
  AddressesConfirmed,
  FailedAddresses,
  Recipient,
  RecipientChanges,
  RecipientDeath,
  RecipientDeleted,
  RecipientDeleteQuery,
  RecipientForm,
  RecipientList,
  RecipientReach,
} from '../../../../shared/people/recipients.ts';
import { IdParams } from '../../../../shared/values.ts';
import type { App } from '../../../platform/context.ts';
import { ownerOf, signedIn } from '../../accounts/auth/sessions/sessions.ts';
import { confirmAddresses, confirmAllAddresses, type FailedAddressHooks } from './check-addresses.ts';
import { deleteRecipient, deleteRecipientEverywhere } from './delete-recipient.ts';
import { type DeathHooks, markDied, undoDeath } from './recipient-death.ts';
import { findReach } from './recipient-reach.ts';
import {
  changeRecipient,
  createRecipient,
  type ListItemsMeantFor,
  listRecipients,
  type RecipientHooks,
  type ScheduledDeliveries,
  toRecipient,
  withDays,
} from './recipients.ts';

export async function recipientsRoutes(
  app: App,
  {
    hooks,
    scheduled,
    listItemsMeantFor,
    failedAddresses,
  }: {
    hooks: RecipientHooks;
    scheduled: ScheduledDeliveries;
    listItemsMeantFor: ListItemsMeantFor;
    failedAddresses: FailedAddressHooks;
  },
): Promise<void> {
  const { services } = app;

  app.get(
    '/api/recipients',
    { onRequest: signedIn, schema: { response: { 200: RecipientList } } },
    async (request) => {
      const rows = await listRecipients(services.db, ownerOf(request).id);
      return (await withDays(services.db, rows)).map((row) => toRecipient(services, row));
    },
  );

  app.post(
    '/api/recipients',
    { onRequest: signedIn, schema: { body: RecipientForm, response: { 201: Recipient } } },
    async (request, reply) =>
      reply
        .status(201)
        .send(toRecipient(services, await createRecipient(services, ownerOf(request), request.body))),
  );

  app.put(
    '/api/recipients/:id',
    {
      onRequest: signedIn,
      schema: {
        description: 'With the version that was read, an entry that has been changed since is left as it is.',
        params: IdParams,
        body: RecipientChanges,
        response: { 200: Recipient, 409: StaleBody(Recipient) },
      },
    },
    async (request) =>
      toRecipient(
        services,
        await changeRecipient(services, hooks, ownerOf(request), request.params.id, request.body),
      ),
  );

  app.get(
    '/api/recipients/:id/reach',
    { onRequest: signedIn, schema: { params: IdParams, response: { 200: RecipientReach } } },
    (request) => findReach(services, { scheduled, listItemsMeantFor }, ownerOf(request), request.params.id),
  );

  app.delete(
    '/api/recipients/:id',
    {
      onRequest: signedIn,
      schema: {
        params: IdParams,
        querystring: RecipientDeleteQuery,
        response: { 200: RecipientDeleted, 204: z.null() },
      },
    },
    async (request, reply) => {
      const owner = ownerOf(request);
      const { id } = request.params;
      if (request.query.force === 'true') return deleteRecipientEverywhere(services, scheduled, owner, id);
      await deleteRecipient(services, { scheduled, listItemsMeantFor }, owner, id);
      return reply.status(204).send(null);
    },
  );

  addressesRoutes(app, failedAddresses);
}

/** The owner's yearly check of recipients' addresses. */
function addressesRoutes(app: App, failed: FailedAddressHooks): void {
  const { services } = app;

  app.get(
    '/api/recipients/failed-addresses',
    { onRequest: signedIn, schema: { response: { 200: FailedAddresses } } },
    async (request) => failed.list(services.db, ownerOf(request).id),
  );

  app.post(
    '/api/recipients/:id/still-right',
    {
      onRequest: signedIn,
      schema: {
        description: 'What came back from an address of theirs is sent once more.',
        params: IdParams,
        response: { 201: Recipient },
      },
    },
    async (request, reply) => {
      const entry = await confirmAddresses(services, failed, ownerOf(request), request.params.id);
      return reply.status(201).send(toRecipient(services, entry));
    },
  );

  app.post(
    '/api/recipients/still-right',
    {
      onRequest: signedIn,
      schema: {
        description: 'All addresses are still right, except where something did not arrive.',
        response: { 201: AddressesConfirmed },
      },
    },
    async (request, reply) =>
      reply.status(201).send({ count: await confirmAllAddresses(services, failed, ownerOf(request)) }),
  );
}

/** What the owner says about somebody's death. */
export async function recipientDeathRoutes(app: App, { deaths }: { deaths: DeathHooks }): Promise<void> {
  const { services } = app;

  app.post(
    '/api/recipients/:id/death',
    {
      onRequest: signedIn,
      schema: {
        description: 'Somebody has died: what is for them waits, or goes to their substitute (`passOn`).',
        params: IdParams,
        body: RecipientDeath,
        response: { 201: Recipient },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const entry = await markDied(services, deaths, ownerOf(request), id, request.body);
      return reply.status(201).send(toRecipient(services, entry));
    },
  );

  app.delete(
    '/api/recipients/:id/death',
    { onRequest: signedIn, schema: { params: IdParams, response: { 200: Recipient } } },
    async (request) =>
      toRecipient(services, await undoDeath(services, deaths, ownerOf(request), request.params.id)),
  );
}
