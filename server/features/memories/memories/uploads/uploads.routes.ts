import { Readable } from 'node:stream';
import { z } from 'zod';
import { Memory, MemoryForm } from '../../../../../shared/memories/memories.ts';
import { UploadList, UploadMetadata } from '../../../../../shared/memories/uploads.ts';
import { IdParams } from '../../../../../shared/values.ts';
import type { App } from '../../../../platform/context.ts';
import { AppError } from '../../../../platform/errors.ts';
import { discardRest } from '../../../../platform/http/discard-rest.ts';
import { parseFields } from '../../../../platform/http/multipart-form.ts';
import {
  CreationHeaders,
  formatMetadata,
  OffsetHeaders,
  offsetStream,
  parseMetadata,
  sayProgress,
  speakTus,
} from '../../../../platform/http/tus.ts';
import { ownerOf, signedIn } from '../../../accounts/auth/sessions/sessions.ts';
import { type MemoryHooks, toMemory } from '../memories.ts';
import { finishUpload } from './finish-upload.ts';
import { receivePart } from './receive-part.ts';
import { beginUpload, listUploads, loadUpload, removeUpload } from './uploads.ts';

/** Files being uploaded: the tus protocol transfers them, and `/memory` creates a memory from one that has arrived. */
export async function uploadsRoutes(app: App, { hooks }: { hooks: MemoryHooks }): Promise<void> {
  const { services } = app;
  await app.register(async (tus) => {
    speakTus(tus);
    beginningAndEnd(tus);
    progress(tus);
  });

  app.get(
    '/api/uploads',
    {
      onRequest: signedIn,
      schema: { description: 'What has been begun and can go on.', response: { 200: UploadList } },
    },
    (request) => listUploads(services, ownerOf(request).id),
  );

  app.post(
    '/api/uploads/:id/memory',
    {
      onRequest: signedIn,
      schema: {
        description:
          'Makes a memory of an upload that has arrived. Sent once more because its answer was lost, it makes no second one.',
        params: IdParams,
        body: MemoryForm,
        response: { 201: Memory },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const memory = await finishUpload(services, hooks, ownerOf(request), id, request.body);
      return reply.status(201).send(toMemory(memory));
    },
  );
}

function beginningAndEnd(app: App): void {
  const { services } = app;

  app.post(
    '/api/uploads',
    {
      onRequest: signedIn,
      schema: {
        description:
          'Begins an upload (tus 1.0.0). Upload-Metadata has filename, filetype, type and perhaps the sha256 of the file.',
        headers: CreationHeaders,
        response: { 201: z.null() },
      },
    },
    async (request, reply) => {
      const { 'upload-length': sizeBytes, 'upload-metadata': metadata } = request.headers;
      const said = parseFields(UploadMetadata, parseMetadata(metadata));
      const upload = await beginUpload(services, ownerOf(request), sizeBytes, said);
      sayProgress(reply, upload);
      return reply.status(201).header('location', `/api/uploads/${upload.id}`).send(null);
    },
  );

  app.delete(
    '/api/uploads/:id',
    { onRequest: signedIn, schema: { params: IdParams, response: { 204: z.null() } } },
    async (request, reply) => {
      const { id } = request.params;
      await loadUpload(services, ownerOf(request).id, id);
      await removeUpload(services, ownerOf(request).id, id);
      return reply.status(204).send(null);
    },
  );
}

function progress(app: App): void {
  const { services } = app;

  app.head(
    '/api/uploads/:id',
    { onRequest: signedIn, schema: { params: IdParams } },
    async (request, reply) => {
      const upload = await loadUpload(services, ownerOf(request).id, request.params.id);
      const { fileName: filename, contentType: filetype, type, sha256 } = upload;
      sayProgress(reply, upload);
      reply.header(
        'upload-metadata',
        formatMetadata({ filename, filetype, type, ...(sha256 && { sha256 }) }),
      );
      return reply.send();
    },
  );

  app.patch(
    '/api/uploads/:id',
    {
      onRequest: signedIn,
      schema: {
        consumes: [offsetStream],
        description: 'Brings bytes from Upload-Offset on; 409 where the upload stands elsewhere.',
        params: IdParams,
        headers: OffsetHeaders,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { body } = request;
      if (!(body instanceof Readable))
        throw new AppError('unsupported_type', `Please send the bytes as ${offsetStream}`);
      try {
        const offset = request.headers['upload-offset'];
        await receivePart(services, ownerOf(request).id, id, offset, body);
      } catch (error) {
        discardRest(request);
        throw error;
      }
      sayProgress(reply, await loadUpload(services, ownerOf(request).id, id));
      return reply.status(204).send(null);
    },
  );
}
