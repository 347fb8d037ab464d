import { Readable } from 'node:stream';
import { z } from 'zod';
import {
  ReceivedCodeForm,
  ReceivedCover,
  ReceivedMemories,
  ReceivedOpenForm,
} from '../../../../shared/delivery/received.ts';
import { Id } from '../../../../shared/values.ts';
import type { App } from '../../../platform/context.ts';
import { keepPrivate } from '../../../platform/http/api-headers.ts';
import { contentDisposition } from '../../../platform/http/content-disposition.ts';
import { sendStoredFile } from '../../../platform/http/stored-file.ts';
import { servedFile } from '../../memories/memories/memories.ts';
import { secretsOf, setDeviceCookie, Token, TokenParams } from './page-requests.ts';
import { readCover } from './read-cover.ts';
import { enterCode, findReceivedFile, openPage } from './received.ts';
import { zipReceived } from './received-zip.ts';

const FileParams = z.object({ token: Token, deliveryId: Id });
const FileQuery = z.object({ download: z.string().optional() });

/** The recipient's page: no sign-in, one link, and nothing shown before they press "Open". */
export async function receivedRoutes(app: App): Promise<void> {
  const { services } = app;

  app.addHook('onRequest', keepPrivate);

  app.get(
    '/api/received/:token',
    { schema: { params: TokenParams, response: { 200: ReceivedCover } } },
    async (request) => readCover(services, request.params.token, secretsOf(request)),
  );

  app.post(
    '/api/received/:token/open',
    { schema: { params: TokenParams, body: ReceivedOpenForm, response: { 200: ReceivedMemories } } },
    async (request, reply) => {
      const { token } = request.params;
      const secrets = secretsOf(request);
      const { secret, memories } = await openPage(services, token, secrets, request.body ?? {});
      await setDeviceCookie(reply, token, { secret, name: secrets.get(secret) });
      return memories;
    },
  );

  app.post(
    '/api/received/:token/code',
    { schema: { params: TokenParams, body: ReceivedCodeForm, response: { 200: ReceivedCover } } },
    async (request, reply) => {
      const { token } = request.params;
      const secrets = secretsOf(request);
      const secret = await enterCode(services, token, secrets, request.body ?? {});
      await setDeviceCookie(reply, token, { secret, name: secrets.get(secret) });
      return readCover(services, token, new Map([...secrets, [secret, '']]));
    },
  );

  fileRoutes(app);
}

function fileRoutes(app: App): void {
  const { services } = app;
  const { db } = services;

  app.get(
    '/api/received/:token/everything.zip',
    {
      config: { rateLimit: { max: 10, timeWindow: '1 minute' } },
      schema: {
        params: TokenParams,
        produces: ['application/zip'],
        description:
          'Everything that was opened on this page, to keep: letters as text, files as they were left.',
      },
    },
    async (request, reply) => {
      const { token } = request.params;
      const { fileName, open } = await zipReceived(services, token, secretsOf(request));
      reply.type('application/zip').header('content-disposition', contentDisposition('attachment', fileName));
      return reply.send(request.method === 'GET' ? open() : Readable.from([]));
    },
  );

  for (const rendition of ['file', 'display'] as const) {
    app.get(
      `/api/received/:token/memories/:deliveryId/${rendition}`,
      { schema: { params: FileParams, querystring: FileQuery, hide: rendition === 'display' } },
      async (request, reply) => {
        const { token, deliveryId } = request.params;
        const memory = await findReceivedFile(db, token, secretsOf(request), deliveryId);
        const download = request.query.download === '1';
        return sendStoredFile(request, reply, services, servedFile(memory, rendition, { download }));
      },
    );
  }
}
