import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ReceivedCover, ReceivedMemories, ReceivedOpenForm } from '../../../../shared/delivery/received.ts';
import { Id } from '../../../../shared/values.ts';
import type { App } from '../../../platform/context.ts';
import { contentDisposition } from '../../../platform/http/content-disposition.ts';
import { pinnedCookieName, pinnedCookieOptions } from '../../../platform/http/pinned-cookie.ts';
import { sendStoredFile } from '../../../platform/http/stored-file.ts';
import { servedFile } from '../../memories/memories/memories.ts';
import { readCover } from './read-cover.ts';
import { findReceivedFile, openDelivery, readMemories } from './received.ts';
import { zipReceived } from './received-zip.ts';
import { findDelivery } from './sent-deliveries.ts';

const Token = z.string().regex(/^[\w-]{43}$/);
const TokenParams = z.object({ token: Token });
const FileParams = z.object({ token: Token, deliveryId: Id });
const FileQuery = z.object({ download: z.string().optional() });

const deviceCookieDays = 400;

/** The recipient's page: no sign-in, one link, and nothing shown before they press "Open". */
export async function receivedRoutes(app: App): Promise<void> {
  const { services } = app;
  const { db } = services;

  app.addHook('onRequest', async (_request, reply) => {
    reply
      .header('x-robots-tag', 'noindex')
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'private, no-store');
  });

  app.get(
    '/api/received/:token',
    { schema: { params: TokenParams, response: { 200: ReceivedCover } } },
    async (request) => {
      const { token } = request.params;
      return readCover(db, token, await deviceOf(request, token));
    },
  );

  app.post(
    '/api/received/:token/open',
    { schema: { params: TokenParams, body: ReceivedOpenForm, response: { 200: ReceivedMemories } } },
    async (request, reply) => {
      const { token } = request.params;
      const secret = await openDelivery(services, token, await deviceOf(request, token), request.body?.code);
      await setDeviceCookie(reply, token, secret);
      return readMemories(db, token, secret);
    },
  );

  app.get(
    '/api/received/:token/everything.zip',
    {
      config: { rateLimit: { max: 10, timeWindow: '1 minute' } },
      schema: {
        params: TokenParams,
        produces: ['application/zip'],
        description: 'Everything that this link shows, to keep: letters as text, files as they were left.',
      },
    },
    async (request, reply) => {
      const { token } = request.params;
      const { fileName, open } = await zipReceived(services, token, await deviceOf(request, token));
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
        const memory = await findReceivedFile(db, token, await deviceOf(request, token), deliveryId);
        return sendStoredFile(
          request,
          reply,
          services,
          servedFile(memory, rendition, request.query.download === '1'),
        );
      },
    );
  }
}

async function deviceOf(request: FastifyRequest, token: string): Promise<string | undefined> {
  return request.cookies[await deviceCookieName(request.server, token)];
}

async function setDeviceCookie(reply: FastifyReply, token: string, secret: string): Promise<void> {
  reply.setCookie(await deviceCookieName(reply.server, token), secret, {
    ...pinnedCookieOptions(reply.server.services.config, 'strict'),
    maxAge: deviceCookieDays * 24 * 60 * 60,
  });
}

/** One cookie per delivery, named after its id, so that a browser can hold several. */
async function deviceCookieName({ services }: Pick<App, 'services'>, token: string): Promise<string> {
  const { id } = await findDelivery(services.db, token);
  return pinnedCookieName(services.config, `received_${id}`);
}
