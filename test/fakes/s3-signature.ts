import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { S3Refusal } from './s3-answer.ts';

// AWS Signature Version 4 from the header, computed again from the request as it arrived.

export interface S3Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

const algorithm = 'AWS4-HMAC-SHA256';
const authorizationPattern =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
const allowedSkewMs = 15 * 60_000;

/** Throws an S3Refusal unless the request was signed with the secret, recently, over everything that matters. */
export function verifySignature(request: IncomingMessage, credentials: S3Credentials): void {
  const [, accessKeyId, scope, signedHeaders, signature] =
    authorizationPattern.exec(header(request, 'authorization')) ?? [];
  if (!accessKeyId || !scope || !signedHeaders || !signature) throw new S3Refusal(403, 'AccessDenied');
  if (accessKeyId !== credentials.accessKeyId) throw new S3Refusal(403, 'InvalidAccessKeyId');

  const signedAt = header(request, 'x-amz-date');
  assertRecent(signedAt);
  const day = signedAt.slice(0, 8);
  if (scope !== `${day}/${credentials.region}/s3/aws4_request`) {
    throw new S3Refusal(400, 'AuthorizationHeaderMalformed', `Unexpected scope ${scope}`);
  }
  const names = signedHeaders.split(';');
  assertEverythingSigned(request, names);

  const stringToSign = [algorithm, signedAt, scope, sha256(canonicalRequest(request, names))].join('\n');
  const key = [day, credentials.region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => hmac(secret, part),
    `AWS4${credentials.secretAccessKey}`,
  );
  if (!timingSafeEqual(hmac(key, stringToSign), Buffer.from(signature, 'hex'))) {
    throw new S3Refusal(403, 'SignatureDoesNotMatch');
  }
}

function assertRecent(amzDate: string): void {
  const iso = amzDate.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  const skewMs = Math.abs(Date.now() - Date.parse(iso));
  if (!(skewMs <= allowedSkewMs)) throw new S3Refusal(403, 'RequestTimeTooSkewed');
}

function assertEverythingSigned(request: IncomingMessage, names: string[]): void {
  const required = Object.keys(request.headers).filter(
    (name) => name === 'host' || name.startsWith('x-amz-'),
  );
  const missing = required.filter((name) => !names.includes(name));
  if (missing.length > 0)
    throw new S3Refusal(403, 'AccessDenied', `Headers not signed: ${missing.join(', ')}`);
}

function canonicalRequest(request: IncomingMessage, names: string[]): string {
  const [path = '/', query = ''] = (request.url ?? '/').split('?', 2);
  const canonicalPath = path
    .split('/')
    .map((segment) => encode(decodeURIComponent(segment)))
    .join('/');
  const canonicalQuery = [...new URLSearchParams(query)]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const headers = names
    .map((name) => `${name}:${header(request, name).trim().replace(/\s+/g, ' ')}\n`)
    .join('');
  const payload = header(request, 'x-amz-content-sha256');
  return [request.method, canonicalPath, canonicalQuery, headers, names.join(';'), payload].join('\n');
}

/** RFC 3986: encodeURIComponent leaves out five characters that a signature needs encoded. */
function encode(text: string): string {
  const hex = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text).replace(/[!'()*]/g, hex);
}

export function header(request: IncomingMessage, name: string): string {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(',') : (value ?? '');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
