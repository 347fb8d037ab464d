/** Pages prerendered at build time, completed when the server starts and served from memory. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
};

type Encoding = 'br' | 'gzip' | 'identity';

export interface BuiltPage {
  contentType: string;
  etag: string;
  /** Compressed on the first request: compressing every page would delay the start by most of a second. */
  bodyIn(encoding: Encoding): Promise<Buffer>;
}

/**
 * Reads the pages of a folder, keyed by path: `index.html` is `/`, `faq.html` is `/faq`, `robots.txt` is
 * `/robots.txt`.
 */
export function readBuiltPages(folder: string, complete: (text: string) => string): Map<string, BuiltPage> {
  if (!existsSync(folder)) return new Map();
  return new Map(
    readdirSync(folder).map((name) => [
      name === 'index.html' ? '/' : `/${name.replace(/\.html$/, '')}`,
      readBuiltPage(join(folder, name), complete),
    ]),
  );
}

/** Reads the page once. `complete` fills in what is known only when the server starts. */
export function readBuiltPage(path: string, complete: (text: string) => string): BuiltPage {
  const identity = Buffer.from(complete(readFileSync(path, 'utf8')));
  return {
    contentType: contentTypes[extname(path)] ?? 'application/octet-stream',
    etag: `W/"${createHash('sha256').update(identity).digest('base64url')}"`,
    bodyIn: compressedOnce(identity),
  };
}

const compressors: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  identity: async (bytes) => bytes,
  gzip: promisify<Buffer, Buffer>(gzip),
  br: promisify<Buffer, Buffer>(brotliCompress),
};

function compressedOnce(identity: Buffer): BuiltPage['bodyIn'] {
  const bodies = new Map<Encoding, Promise<Buffer>>();
  return (encoding) => {
    const body = bodies.get(encoding) ?? compressors[encoding](identity);
    bodies.set(encoding, body);
    return body;
  };
}

/** Sends the page in the best encoding the browser accepts; 304 when the browser's copy is current. */
export async function sendBuiltPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: BuiltPage,
  status = 200,
) {
  reply.header('vary', 'accept-encoding').header('etag', page.etag);
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache');
  if (status === 200 && request.headers['if-none-match'] === page.etag) return reply.code(304).send();
  const encoding = bestEncoding(request.headers['accept-encoding']);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply
    .code(status)
    .type(page.contentType)
    .send(await page.bodyIn(encoding));
}

function bestEncoding(accepted: string | string[] | undefined): Encoding {
  const offers = String(accepted ?? '')
    .split(',')
    .map((offer) => offer.replaceAll(' ', '').toLowerCase())
    .filter((offer) => !/;q=0(\.0*)?$/.test(offer))
    .map((offer) => offer.split(';')[0]);
  return (['br', 'gzip'] as const).find((encoding) => offers.includes(encoding)) ?? 'identity';
}
