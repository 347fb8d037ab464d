import type { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError, fieldError } from '../errors.ts';

/** Lets the routes of `app` take multipart forms. */
export async function acceptForms(app: FastifyInstance): Promise<void> {
  await app.register(multipart);
}

/** A file of a form as it arrives; whoever receives it reads the stream to its end or destroys it. */
export interface ArrivingFile {
  fileName: string;
  /** As the sender says, without parameters. */
  contentType: string;
  stream: Readable;
}

interface FormReader {
  /** Fields to keep; others are passed over. */
  fields: readonly string[];
  fileField: string;
  maxFileBytes: number;
  /** Called with the fields that came before the file. */
  receiveFile(file: ArrivingFile, fields: Readonly<Record<string, string>>): Promise<void>;
}

/** Far above any field we know, so that the field's own rule speaks first. */
const fieldMaxBytes = 65_536;
const maxParts = 32;
/** What stands around a file in a form: borders, names, the longest fields. */
const overheadMaxBytes = 2 * 1024 * 1024;
/** A browser reads an answer once it has sent everything; more than this it is not granted. */
const discardMaxBytes = 128 * 1024 * 1024;

/**
 * Reads a multipart form part by part, in whatever order; the file goes to `receiveFile` as it arrives. What cannot
 * be read as such a form is a 400; a body announced as longer than the file may be is a 413 before it is read.
 */
export async function readForm(request: FastifyRequest, reader: FormReader): Promise<Record<string, string>> {
  try {
    assertMultipart(request);
    assertLength(request, reader.maxFileBytes);
    return await readParts(request, reader);
  } catch (error) {
    discardRest(request);
    throw error;
  }
}

/** `fields` as `schema` wants them. Throws a 400 that names every field at fault. */
export function parseFields<Schema extends z.ZodType>(schema: Schema, fields: unknown): z.output<Schema> {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  const faults: Record<string, string> = {};
  for (const issue of parsed.error.issues) faults[issue.path.join('.') || 'body'] ??= issue.message;
  const [first] = Object.values(faults);
  throw new AppError('bad_request', first ?? 'This form cannot be read', { fields: faults });
}

function assertMultipart(request: FastifyRequest): void {
  if (!request.isMultipart()) throw unreadable();
}

function assertLength({ headers }: FastifyRequest, maxFileBytes: number): void {
  const announced = Number(headers['content-length'] ?? 0);
  if (announced > maxFileBytes + overheadMaxBytes) {
    throw new AppError('too_large', 'This is larger than we can take');
  }
}

async function readParts(request: FastifyRequest, reader: FormReader): Promise<Record<string, string>> {
  const limits = {
    parts: maxParts,
    fieldNameSize: 100,
    fieldSize: fieldMaxBytes,
    headerPairs: 20,
    // The receiver's own limit is met first.
    fileSize: Number.POSITIVE_INFINITY,
  };
  const parts = request.parts({ limits });
  const fields: Record<string, string> = Object.create(null);
  let files = 0;
  for (let part = await nextPart(parts); part; part = await nextPart(parts)) {
    if (part.type === 'field') {
      storeField(fields, reader.fields, part.fieldname, part.value);
      continue;
    }
    files += 1;
    if (part.fieldname !== reader.fileField || files > 1) {
      throw fieldError(reader.fileField, `Please send one file, in the field "${reader.fileField}"`);
    }
    const file = { fileName: part.filename ?? '', contentType: mediaType(part.mimetype), stream: part.file };
    await received(reader.receiveFile(file, fields));
  }
  return { ...fields };
}

async function nextPart(parts: ReturnType<FastifyRequest['parts']>) {
  try {
    const { value, done } = await parts.next();
    return done ? undefined : value;
  } catch (cause) {
    throw unreadable(cause);
  }
}

function storeField(fields: Record<string, string>, known: readonly string[], name: string, value: unknown) {
  if (!known.includes(name)) return;
  if (typeof value !== 'string') throw fieldError(name, 'Please send this as plain text');
  if (name in fields) throw fieldError(name, 'This was sent more than once');
  // Browsers write each line end of a form's text as two characters; who typed and counted it knows of one.
  fields[name] = value.replaceAll('\r\n', '\n');
}

/** A sender that breaks off in the middle of the file is not our fault. */
async function received(receiving: Promise<void>): Promise<void> {
  try {
    await receiving;
  } catch (error) {
    throw isBrokenOff(error) ? unreadable(error) : error;
  }
}

function isBrokenOff(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    code.startsWith('FST_MP_') ||
    code === 'ECONNRESET' ||
    /terminated early|Unexpected end of multipart/.test(error.message)
  );
}

function mediaType(header: string): string {
  return (header.split(';')[0] ?? '').trim().toLowerCase();
}

function unreadable(cause?: unknown): AppError {
  return new AppError('bad_request', 'This form cannot be read, or it did not arrive whole', { cause });
}

/** Without this the sender would wait for somebody to read on, and never hear the refusal. */
function discardRest({ raw }: FastifyRequest): void {
  if (raw.destroyed || raw.readableEnded) return;
  let left = discardMaxBytes;
  raw.unpipe();
  raw.on('error', () => {});
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) raw.destroy();
  });
  raw.resume();
}
