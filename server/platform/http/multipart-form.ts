import type { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError, fieldError } from '../errors.ts';
import { discardRest } from './discard-rest.ts';

/** Lets the routes of `app` receive multipart forms. */
export async function acceptForms(app: FastifyInstance): Promise<void> {
  await app.register(multipart);
}

/** An uploaded file as it arrives; the receiver must read the stream to its end or destroy it. */
export interface ArrivingFile {
  fileName: string;
  /** As declared by the sender, without parameters. */
  contentType: string;
  stream: Readable;
}

interface FormReader {
  /** Fields to return; others are ignored. */
  fields: readonly string[];
  fileField: string;
  maxFileBytes: number;
  /** `fields` are those that came before the file. */
  receiveFile(file: ArrivingFile, fields: Readonly<Record<string, string>>): Promise<void>;
}

/** Far above the limit of any field we have, so that the field's own validation answers first. */
const fieldMaxBytes = 65_536;
const maxParts = 32;
/** Everything in the body but the file: boundaries, headers, the longest fields. */
const overheadMaxBytes = 2 * 1024 * 1024;

/**
 * Reads a multipart form part by part, in any order; the file is streamed to `receiveFile`. A malformed form is a
 * 400; a `Content-Length` above the limit for the file is a 413 before the body is read.
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

/** Parses `fields` with `schema`. Throws a 400 that names every invalid field. */
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
    // The receiver enforces its own limit first.
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
  // Browsers send line breaks in form text as CRLF; whoever typed the text and counted its characters sees one.
  fields[name] = value.replaceAll('\r\n', '\n');
}

/** An upload that breaks off midway is the client's error, not ours. */
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

/** Without parameters: browsers add the codecs to what they record. */
export function mediaType(header: string): string {
  return (header.split(';')[0] ?? '').trim().toLowerCase();
}

function unreadable(cause?: unknown): AppError {
  return new AppError('bad_request', 'This form cannot be read, or it did not arrive whole', { cause });
}
