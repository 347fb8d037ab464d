import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../errors.ts';
import type { ByteRange, Storage } from '../storage/storage.ts';
import { FileMissingError } from '../storage/storage.ts';
import { parseRange } from './byte-range.ts';
import { contentDisposition } from './content-disposition.ts';
import { sendPieces } from './send-pieces.ts';

export interface ServedFile {
  key: string;
  /** Sniffed by us from the bytes; never what a person declared. */
  contentType: string;
  /** Read from storage when unknown. */
  sizeBytes?: number | null | undefined;
  /** Changes whenever the bytes do; without quotes. */
  etag: string;
  fileName: string;
  /** Send as a download instead of showing it. */
  download: boolean;
}

/**
 * Scripts run in neither. A video opened in its own tab requests its ranges with the cookie of the person who may see
 * it; in a sandbox with an opaque origin the browser omits the cookie, and nothing plays.
 */
const sandboxThatMayReload = 'sandbox allow-same-origin';

const shownInline = /^(image\/(jpeg|png|gif|webp)|audio\/[\w.+-]+|video\/[\w.+-]+)$/;

/**
 * Sends a stored file, whole or the requested range: 200, 206, 304 or 416; 404 when storage no longer has it. For GET
 * and HEAD routes. No browser executes the bytes, whatever they are: the type is ours and `nosniff`, anything but
 * pictures, videos and sound recordings is sent as a download, and a page made from it is sandboxed.
 */
export async function sendStoredFile(
  request: FastifyRequest,
  reply: FastifyReply,
  storage: Storage,
  file: ServedFile,
): Promise<FastifyReply> {
  const sizeBytes = file.sizeBytes ?? (await storage.stat(file.key))?.sizeBytes;
  if (sizeBytes === undefined) throw lost(request, file);
  const etag = `"${file.etag}"`;
  reply.headers({ etag, 'accept-ranges': 'bytes' });
  if (isFresh(request.headers['if-none-match'], etag)) return reply.status(304).send();

  const isGet = request.method === 'GET';
  const range = isGet && mayBePartial(request, etag) ? parseRange(request.headers.range, sizeBytes) : 'whole';
  if (range === 'unsatisfiable') {
    return reply
      .status(416)
      .headers({ 'content-range': `bytes */${sizeBytes}`, 'content-length': 0 })
      .send();
  }
  const part = range === 'whole' ? undefined : range;
  const headers = () => describe(reply, file, sizeBytes, part);
  if (!isGet) {
    headers();
    return reply.send(Readable.from([]));
  }
  try {
    await sendPieces(reply, headers, (take) => storage.readPieces(file.key, part, take));
  } catch (error) {
    throw error instanceof FileMissingError ? lost(request, file) : error;
  }
  return reply;
}

/** Sends bytes that are in memory, with the same headers as a stored file. */
export function sendBytes(
  reply: FastifyReply,
  bytes: Buffer,
  file: Pick<ServedFile, 'contentType' | 'fileName' | 'download'>,
): FastifyReply {
  describe(reply, file, bytes.length, undefined);
  return reply.send(bytes);
}

function isFresh(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const known = ifNoneMatch.split(',').map((one) => one.trim().replace(/^W\//, ''));
  return known.includes(etag) || known.includes('*');
}

/** A range is only useful to a client that holds the rest of the same bytes. */
function mayBePartial({ headers }: FastifyRequest, etag: string): boolean {
  const condition = headers['if-range'];
  return condition === undefined || condition === etag;
}

function lost(request: FastifyRequest, { key }: ServedFile) {
  request.log.error({ key }, 'a stored file is missing');
  return notFound('This file');
}

function describe(
  reply: FastifyReply,
  file: Pick<ServedFile, 'contentType' | 'fileName' | 'download'>,
  sizeBytes: number,
  range: ByteRange | undefined,
): void {
  const inline = !file.download && shownInline.test(file.contentType);
  reply.headers({
    'content-type': file.contentType,
    'content-length': range ? range.end - range.start + 1 : sizeBytes,
    'content-disposition': contentDisposition(inline ? 'inline' : 'attachment', file.fileName),
    'content-security-policy': inline ? sandboxThatMayReload : 'sandbox',
    'x-content-type-options': 'nosniff',
  });
  if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${sizeBytes}`);
}
