import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../errors.ts';

const webFolder = fileURLToPath(new URL('../../../dist/web', import.meta.url));
const notPages = /^\/(api|dev|healthz|readyz|metrics|assets)(\/|$)/;

interface WebOptions {
  /** Paths whose pages no search engine lists, no cache keeps and no other site hears of. */
  privatePages: RegExp;
}

/** Serves the built web: hashed files for ever, any other path as the page that routes itself. */
export async function serveWeb(app: FastifyInstance, { privatePages }: WebOptions): Promise<void> {
  const built = existsSync(webFolder);
  if (built) {
    await app.register(fastifyStatic, {
      root: webFolder,
      index: false,
      wildcard: false,
      setHeaders: (reply, path) => {
        const forever = path.includes('/assets/');
        reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = (request.method === 'GET' || request.method === 'HEAD') && !notPages.test(request.url);
    if (!built || !wantsPage) throw notFound();
    if (privatePages.test(request.url)) {
      reply.header('x-robots-tag', 'noindex').header('referrer-policy', 'no-referrer');
      return reply.header('cache-control', 'private, no-store').sendFile('index.html', { cacheControl: false });
    }
    return reply.header('cache-control', 'no-cache').sendFile('index.html', { cacheControl: false });
  });
}
