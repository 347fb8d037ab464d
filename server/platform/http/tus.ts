import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { AppError } from '../errors.ts';

// The tus resumable upload protocol, version 1.0.0, with its extensions creation, termination and expiration.
// This is the part common to all uses: headers and how their values are written.

const version = '1.0.0';
/** The content type of bytes that continue an upload at its offset. */
export const offsetStream = 'application/offset+octet-stream';

export const CreationHeaders = z.looseObject({
  'upload-length': z.coerce
    .number('Please say how large the file is, in Upload-Length')
    .int()
    .positive('Please select a file that is not empty'),
  'upload-metadata': z.string().max(8192).default(''),
});

export const OffsetHeaders = z.looseObject({
  'upload-offset': z
    .string('Please say where these bytes begin, in Upload-Offset')
    .regex(/^\d{1,15}$/, 'Please say where these bytes begin, in Upload-Offset')
    .transform(Number),
});

/** Makes the routes of `app` use tus: every request and every response says so. */
export function speakTus(app: FastifyInstance): void {
  app.addContentTypeParser(offsetStream, (_request, payload, done) => done(null, payload));
  app.addHook('preValidation', async (request, reply) => {
    reply.header('tus-resumable', version);
    if (request.headers['tus-resumable'] === version) return undefined;
    const { body } = new AppError('bad_request', 'These uploads speak tus 1.0.0');
    return reply.status(412).header('tus-version', version).send(body);
  });
}

/** The values of an `Upload-Metadata` header, by name. Throws 400 if it cannot be read. */
export function parseMetadata(header: string): Record<string, string> {
  const values: Record<string, string> = Object.create(null);
  for (const pair of header.split(',').map((text) => text.trim())) {
    const [key = '', value = '', ...rest] = pair.split(' ');
    if (!key && !value) continue;
    if (!key || rest.length > 0 || key in values)
      throw new AppError('bad_request', 'Upload-Metadata cannot be read');
    values[key] = Buffer.from(value, 'base64').toString('utf8');
  }
  return { ...values };
}

export function formatMetadata(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(value, 'utf8').toString('base64')}`)
    .join(',');
}

interface Progress {
  sizeBytes: number;
  arrivedBytes: number;
  expiresAt: Date;
}

/** Reports the offset of an upload. */
export function sayProgress(reply: FastifyReply, { sizeBytes, arrivedBytes, expiresAt }: Progress): void {
  reply
    .header('upload-offset', arrivedBytes)
    .header('upload-length', sizeBytes)
    .header('upload-expires', expiresAt.toUTCString())
    .header('cache-control', 'no-store');
}
