import { createHash } from 'node:crypto';
import type { LightMyRequestResponse as InjectResponse } from 'fastify';
import type { Person } from './factories.ts';
import type { MediaFile } from './media.ts';

/** What a client says about itself in every request of a tus upload. */
export const tusHeaders = { 'tus-resumable': '1.0.0' };

export function uploadMetadata(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');
}

export function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Starts an upload of this file. */
export function begin(
  person: Person,
  { name, contentType, bytes }: MediaFile,
  said: Readonly<Record<string, string>> = { type: 'photo' },
): Promise<InjectResponse> {
  const metadata = uploadMetadata({ filename: name, filetype: contentType, ...said });
  return person.request({
    method: 'POST',
    url: '/api/uploads',
    headers: { ...tusHeaders, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
  });
}

/** Starts it and returns its path. */
export async function begun(...args: Parameters<typeof begin>): Promise<string> {
  const answer = await begin(...args);
  if (answer.statusCode !== 201) throw new Error(`${answer.statusCode}: ${answer.body}`);
  return String(answer.headers.location);
}

/** Sends bytes from `offset` on. */
export function send(
  person: Person,
  url: string,
  offset: number | string,
  bytes: Buffer,
): Promise<InjectResponse> {
  return person.request({
    method: 'PATCH',
    url,
    headers: {
      ...tusHeaders,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
    payload: bytes,
  });
}

export async function standsAt(person: Person, url: string): Promise<number> {
  const answer = await person.request({ method: 'HEAD', url, headers: tusHeaders });
  if (answer.statusCode !== 200) throw new Error(`HEAD ${url} answered ${answer.statusCode}`);
  return Number(answer.headers['upload-offset']);
}

export function makeMemory(person: Person, url: string, form: object): Promise<InjectResponse> {
  return person.request({ method: 'POST', url: `${url}/memory`, payload: form });
}
