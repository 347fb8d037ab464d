import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, notFound } from '../errors.ts';
import {
  FileDamagedError,
  type FileFault,
  type FileFaultFound,
  faultIn,
  type HashedFile,
  takeIfWhole,
} from '../storage/file-faults.ts';
import type { ByteRange, Storage, TakePiece } from '../storage/storage.ts';
import { parseRange } from './byte-range.ts';
import { contentDisposition } from './content-disposition.ts';
import { sendPieces } from './send-pieces.ts';

/** A response with the whole file is either what was saved or breaks off; a part is sent unchecked. */
export interface ServedFile extends HashedFile {
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
 * Neither sandbox runs scripts. A video opened in its own tab requests its ranges with the viewer's cookie; in a
 * sandbox with an opaque origin the browser omits the cookie, and nothing plays.
 */
const sandboxThatMayReload = 'sandbox allow-same-origin';

const shownInline = /^(image\/(jpeg|png|gif|webp)|audio\/[\w.+-]+|video\/[\w.+-]+)$/;

interface FileServices {
  storage: Storage;
  fileFaultFound: FileFaultFound;
}

/**
 * Sends a stored file, whole or the requested range: 200, 206, 304 or 416; 404 if the storage no longer has it, 503 if
 * it is damaged and no byte was sent yet. For GET and HEAD routes. No browser executes the bytes, whatever they are:
 * the type is ours and `nosniff`, everything but pictures, videos and sound recordings is sent as a download, and a
 * page made from it is sandboxed.
 */
export async function sendStoredFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { storage, fileFaultFound }: FileServices,
  file: ServedFile,
): Promise<FastifyReply> {
  const fault = await trySending(request, reply, storage, file);
  if (!fault) return reply;
  const isMended = await fileFaultFound(file, fault);
  // A client that has received a part notices that the connection broke, and asks again.
  if (reply.sent) return reply;
  if (isMended) return sendStoredFile(request, reply, { storage, fileFaultFound: async () => false }, file);
  reply.removeHeader('etag');
  throw fault === 'missing' ? notFound('This file') : damaged();
}

/** Returns what is wrong with the file, if anything. */
async function trySending(
  request: FastifyRequest,
  reply: FastifyReply,
  storage: Storage,
  file: ServedFile,
): Promise<FileFault | undefined> {
  const sizeBytes = file.sizeBytes ?? (await storage.stat(file.key))?.sizeBytes;
  if (sizeBytes === undefined) return 'missing';
  const etag = `"${file.etag}"`;
  reply.headers({ etag, 'accept-ranges': 'bytes' });
  if (isFresh(request.headers['if-none-match'], etag)) {
    reply.status(304).send();
    return undefined;
  }
  const isGet = request.method === 'GET';
  const range = isGet && mayBePartial(request, etag) ? parseRange(request.headers.range, sizeBytes) : 'whole';
  if (range === 'unsatisfiable') {
    reply
      .status(416)
      .headers({ 'content-range': `bytes */${sizeBytes}`, 'content-length': 0 })
      .send();
    return undefined;
  }
  const part = range === 'whole' ? undefined : range;
  const headers = () => describe(reply, file, sizeBytes, part);
  if (!isGet) {
    headers();
    reply.send(Readable.from([]));
    return undefined;
  }
  return sendBody(reply, headers, (take) => readChecked(storage, file, sizeBytes, part, take));
}

async function sendBody(
  reply: FastifyReply,
  headers: () => void,
  read: (take: TakePiece) => Promise<void>,
): Promise<FileFault | undefined> {
  let fault: FileFault | undefined;
  const noting = async (take: TakePiece) => {
    try {
      await read(take);
    } catch (error) {
      fault = faultIn(error);
      throw error;
    }
  };
  try {
    await sendPieces(reply, headers, noting);
  } catch (error) {
    if (!fault) throw error;
  }
  return fault;
}

/** Players request parts, for which there is no hash; the background check reads whole files. */
async function readChecked(
  storage: Storage,
  file: ServedFile,
  sizeBytes: number,
  part: ByteRange | undefined,
  take: TakePiece,
): Promise<void> {
  const isWhole = !part || part.end - part.start + 1 === sizeBytes;
  if (!isWhole) return storage.readPieces(file.key, part, take);
  let readBytes = 0;
  const compared = takeIfWhole(file, sizeBytes, take);
  await storage.readPieces(file.key, part, async (piece) => {
    readBytes += piece.length;
    await compared(piece);
  });
  if (readBytes < sizeBytes) throw new FileDamagedError(file.key);
}

const minutesUntilNextLook = 10;

function damaged(): AppError {
  const message = 'This file was damaged in our storage. We have been told, and are looking for a good copy.';
  return new AppError('unavailable', message, { retryAfterSeconds: minutesUntilNextLook * 60 });
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
