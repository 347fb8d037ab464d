import { z } from 'zod';
import { StaleBody } from '../../../../shared/errors.ts';
import { GivenChoice } from '../../../../shared/given-choice.ts';
import { Memory, MemoryList, MemoryListQuery } from '../../../../shared/memories/memories.ts';
import { IdParams } from '../../../../shared/values.ts';
import type { App } from '../../../platform/context.ts';
import { IdempotencyHeaders, linkNext } from '../../../platform/http/api-headers.ts';
import { acceptForms } from '../../../platform/http/multipart-form.ts';
import { sendStoredFile } from '../../../platform/http/stored-file.ts';
import { idsOf } from '../../../platform/sweeps.ts';
import { ownerOf, signedIn } from '../../accounts/auth/sessions/sessions.ts';
import { changeMemory } from './change-memory.ts';
import { uploadMemory } from './create-memory.ts';
import { deleteMemory } from './delete-memory.ts';
import { listMemories, loadMemory, type MemoryHooks, servedFile, toMemory } from './memories.ts';
import { openingsOf } from './openings.ts';

const DeletionQuery = z.object({ received: GivenChoice });
const FileQuery = z.object({ download: z.string().optional() });

/** What an owner leaves behind: letters, photos, videos and sound. */
export async function memoriesRoutes(app: App, { hooks }: { hooks: MemoryHooks }): Promise<void> {
  const { services } = app;
  await acceptForms(app);
  writeRoutes(app, hooks);

  app.get(
    '/api/memories',
    { onRequest: signedIn, schema: { querystring: MemoryListQuery, response: { 200: MemoryList } } },
    async (request, reply) => {
      const { rows, nextBefore } = await listMemories(services.db, ownerOf(request).id, request.query);
      if (nextBefore) linkNext(request, reply, { before: nextBefore });
      const openings = await openingsOf(services.db, idsOf(rows));
      return rows.map((row) => toMemory(row, openings.get(row.id)));
    },
  );

  app.get(
    '/api/memories/:id',
    { onRequest: signedIn, schema: { params: IdParams, response: { 200: Memory } } },
    async (request) => {
      const memory = await loadMemory(services.db, ownerOf(request).id, request.params.id);
      return toMemory(memory, (await openingsOf(services.db, [memory.id])).get(memory.id));
    },
  );

  for (const rendition of ['file', 'thumbnail', 'display'] as const) {
    app.route({
      method: ['GET', 'HEAD'],
      url: `/api/memories/:id/${rendition}`,
      onRequest: signedIn,
      schema: { params: IdParams, querystring: FileQuery },
      async handler(request, reply) {
        const memory = await loadMemory(services.db, ownerOf(request).id, request.params.id);
        const download = request.query.download === '1';
        return sendStoredFile(request, reply, services, servedFile(memory, rendition, { download }));
      },
    });
  }
}

function writeRoutes(app: App, hooks: MemoryHooks): void {
  const { services } = app;

  app.post(
    '/api/memories/upload',
    {
      onRequest: signedIn,
      schema: {
        consumes: ['multipart/form-data'],
        description:
          'A form with type, title, recipient, content, personalMessage and, but for a letter, file. Sent once more ' +
          'with the same Idempotency-Key, it makes no second memory.',
        headers: IdempotencyHeaders,
        response: { 201: Memory },
      },
    },
    async (request, reply) => {
      const key = request.headers['idempotency-key'];
      const memory = await uploadMemory(services, hooks, request, ownerOf(request), key);
      return reply.status(201).send(toMemory(memory));
    },
  );

  app.patch(
    '/api/memories/:id',
    {
      onRequest: signedIn,
      schema: {
        consumes: ['application/json', 'multipart/form-data'],
        description:
          'Any of title, recipient, content, personalMessage; as a form also another file. With the version that was read, ' +
          'a memory that has been changed since is left as it is.',
        params: IdParams,
        response: { 200: Memory, 409: StaleBody(Memory) },
      },
    },
    async (request) => {
      const memory = await changeMemory(services, hooks, request, ownerOf(request).id, request.params.id);
      return toMemory(memory, (await openingsOf(services.db, [memory.id])).get(memory.id));
    },
  );

  app.delete(
    '/api/memories/:id',
    {
      onRequest: signedIn,
      schema: { params: IdParams, querystring: DeletionQuery, response: { 204: z.null() } },
    },
    async (request, reply) => {
      const { id } = request.params;
      await deleteMemory(services, hooks, ownerOf(request).id, id, request.query.received);
      return reply.status(204).send(null);
    },
  );
}
