import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../errors.ts';
import { readBuiltPage, readBuiltPages, sendBuiltPage } from './built-pages.ts';

const builtWeb = fileURLToPath(new URL('../../../dist/web', import.meta.url));
const notPages = /^\/(api|dev|healthz|readyz|metrics|assets)(\/|$)/;

interface WebOptions {
  /** Takes the place of `placeholderOrigin` in the pages made at build. */
  publicUrl: string;
  placeholderOrigin: string;
  /** Screens of the app that anybody may open, by the first part of their path. */
  openScreens: readonly string[];
  /** Screens of the app that show the page of `/` to whoever is not signed in. */
  signedInScreens: readonly string[];
  /** Paths whose pages no search engine lists, no cache keeps and no other site hears of. */
  privatePages: RegExp;
  folder?: string;
}

/**
 * Serves the built web: hashed files for ever; the pages made at build; the screens of the app as the document that
 * routes itself. Any other path shows the page of `/`, and says by its status that there is no such page.
 */
export async function serveWeb(app: FastifyInstance, options: WebOptions): Promise<void> {
  const { folder = builtWeb } = options;
  if (!existsSync(folder)) {
    app.setNotFoundHandler(() => {
      throw notFound();
    });
    return;
  }
  await serveFiles(app, folder);
  const pages = readBuiltPages(join(folder, '.pages'), (text) =>
    text.replaceAll(options.placeholderOrigin, options.publicUrl),
  );
  const screen = readBuiltPage(join(folder, 'index.html'));
  const home = pages.get('/') ?? screen;

  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' || request.method === 'HEAD';
    if (!wantsPage || notPages.test(request.url)) throw notFound();
    if (options.privatePages.test(request.url)) {
      reply.header('x-robots-tag', 'noindex').header('referrer-policy', 'no-referrer');
      reply.header('cache-control', 'private, no-store');
    }
    const path = pathOf(request.url);
    const page = pages.get(path);
    if (page) return sendBuiltPage(request, reply, page);
    if (options.openScreens.includes(firstPartOf(path))) return sendBuiltPage(request, reply, screen);
    return sendBuiltPage(request, reply, home, options.signedInScreens.includes(path) ? 200 : 404);
  });
}

async function serveFiles(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    index: false,
    wildcard: false,
    preCompressed: true,
    globIgnore: ['index.html', '**/*.{br,gz}'],
    setHeaders: (reply, path) => {
      const forever = path.includes('/assets/');
      reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}

function pathOf(url: string): string {
  return url.replace(/[?#].*$/s, '').replace(/(?<=.)\/+$/, '');
}

function firstPartOf(path: string): string {
  return path.slice(0, `${path}/`.indexOf('/', 1));
}
