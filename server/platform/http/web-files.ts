import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { isScreen } from '../../../shared/screens.ts';
import { notFound } from '../errors.ts';
import { escapeHtml } from '../html-page.ts';
import { type BuiltPage, readBuiltPage, readBuiltPages, sendBuiltPage } from './built-pages.ts';

const builtWeb = fileURLToPath(new URL('../../../dist/web', import.meta.url));
const notPages = /^\/(api|dev|healthz|readyz|metrics|assets)(\/|$)/;

export interface SiteNotice {
  /** Marks the documents if nothing can be bought; the style sheet reacts to the mark. */
  sellsNothing: boolean;
  /** HTML shown above everything else. */
  html: string;
}

interface WebOptions {
  /** Placeholders in the built pages for values known only now, with those values. */
  placeholders: Readonly<Record<string, string>>;
  /** What is currently true of this service, for every document. */
  readNotice?: () => Promise<SiteNotice>;
  /** Screens that anybody may open, by the first segment of their path. */
  openScreens: readonly string[];
  /** Screens that ask for a sign-in. One may end in `/:id`. */
  signedInScreens: readonly string[];
  /** Paths whose pages are not indexed, not cached and not named in a referrer. */
  privatePages: RegExp;
  folder?: string;
}

/**
 * Serves the web build: hashed files, cached forever; the prerendered pages; the document of the app for its screens,
 * which it routes itself. Any other path shows the page of `/` with status 404.
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
  const documents = await currentDocuments(app, options, folder);

  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' || request.method === 'HEAD';
    if (!wantsPage || notPages.test(request.url)) throw notFound();
    if (options.privatePages.test(request.url)) {
      reply.header('x-robots-tag', 'noindex').header('referrer-policy', 'no-referrer');
      reply.header('cache-control', 'private, no-store');
    }
    const [, intended] = trailingPunctuation.exec(request.url) ?? [];
    if (intended) return reply.redirect(intended);
    const { pages, screen, screens } = documents();
    const path = pathOf(request.url);
    const page = pages.get(path);
    if (page) return sendBuiltPage(request, reply, page);
    const open = screens.get(firstPartOf(path));
    if (open) return sendBuiltPage(request, reply, open);
    if (isScreen(options.signedInScreens, path)) return sendBuiltPage(request, reply, screen);
    return sendBuiltPage(request, reply, pages.get('/') ?? screen, 404);
  });
}

/** A mail program may take the end of a sentence for part of the link. No path of ours ends so; two slashes would lead elsewhere. */
const trailingPunctuation = /^(\/[^/?][^?]*?)[.,;:!)>]+$/;

interface Documents {
  pages: ReadonlyMap<string, BuiltPage>;
  /** The app's document. */
  screen: BuiltPage;
  screens: ReadonlyMap<string, BuiltPage>;
}

const nothingToNotice: SiteNotice = { sellsNothing: false, html: '' };

/**
 * The documents with the current notice, which are completed again when it changes. Requests do not wait for
 * that: they get the previous documents, also as long as the notice cannot be read.
 */
async function currentDocuments(
  app: FastifyInstance,
  options: WebOptions,
  folder: string,
): Promise<() => Documents> {
  const { readNotice = async () => nothingToNotice } = options;
  let notice = await readNotice();
  let documents = readDocuments(options, folder, notice);
  const refresh = async () => {
    const present = await readNotice();
    if (present.sellsNothing === notice.sellsNothing && present.html === notice.html) return;
    notice = present;
    documents = readDocuments(options, folder, notice);
  };
  return () => {
    refresh().catch((err: unknown) => app.log.warn({ err }, 'the notice for pages could not be read'));
    return documents;
  };
}

function readDocuments(options: WebOptions, folder: string, notice: SiteNotice): Documents {
  const complete = (text: string) => fillIn(options, notice, text);
  const screen = readBuiltPage(join(folder, 'index.html'), complete);
  const screens = options.openScreens.map(
    (name) => [name, ownDocument(folder, name, complete) ?? screen] as const,
  );
  return { pages: readBuiltPages(join(folder, '.pages'), complete), screen, screens: new Map(screens) };
}

/** A screen may have a document of its own, which loads less than the app: `received.html`. */
function ownDocument(folder: string, name: string, complete: (text: string) => string) {
  const path = join(folder, `${name.slice(1)}.html`);
  return existsSync(path) ? readBuiltPage(path, complete) : undefined;
}

function fillIn({ placeholders }: WebOptions, { sellsNothing, html }: SiteNotice, text: string): string {
  const sales = sellsNothing ? text.replace('<html ', '<html data-sales="off" ') : text;
  const marked = html ? sales.replace('<body>', () => `<body>${html}`) : sales;
  return Object.entries(placeholders).reduce(
    (filled, [placeholder, value]) => filled.replaceAll(placeholder, () => escapeHtml(value)),
    marked,
  );
}

/** One route for two hundred assets, since registering two hundred routes slows the start. */
async function serveFiles(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    serve: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const forever = path.includes('/assets/');
      reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  for (const name of filesIn(root)) app.get(`/${name}`, (_request, reply) => reply.sendFile(name));
  const assets = new Set(filesIn(join(root, 'assets')));
  app.get<{ Params: { name: string } }>('/assets/:name', ({ params: { name } }, reply) =>
    assets.has(name) ? reply.sendFile(`assets/${name}`) : reply.callNotFound(),
  );
}

/** The files in a folder that may be requested by name. */
function filesIn(folder: string): string[] {
  const found = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return found.map(({ name }) => name).filter((name) => !/\.html$|^\.|\.(br|gz)$/.test(name));
}

function pathOf(url: string): string {
  return url.replace(/[?#].*$/s, '').replace(/(?<=.)\/+$/, '');
}

function firstPartOf(path: string): string {
  return path.slice(0, `${path}/`.indexOf('/', 1));
}
