import type { IncomingMessage } from 'node:http';
import { emptyAnswer, escapeXml, type S3Answer, S3Refusal, unescapeXml, xmlAnswer } from './s3-answer.ts';
import type { S3Bucket, S3Object } from './s3-bucket.ts';
import { header } from './s3-signature.ts';

export type S3Operation =
  | 'PutObject'
  | 'GetObject'
  | 'HeadObject'
  | 'DeleteObject'
  | 'ListObjectsV2'
  | 'CreateMultipartUpload'
  | 'UploadPart'
  | 'CompleteMultipartUpload'
  | 'AbortMultipartUpload';

/** One parsed request: which operation on which key of which bucket. */
export interface S3Call {
  operation: S3Operation;
  bucketName: string;
  key: string;
  query: URLSearchParams;
  request: IncomingMessage;
}

/** Throws an S3Refusal for operations that this server does not know. */
export function parseCall(request: IncomingMessage): S3Call {
  const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://s3.invalid');
  const [, bucketName = '', ...segments] = pathname.split('/').map(decodeURIComponent);
  const key = segments.join('/');
  return { operation: operationOf(request, key, query), bucketName, key, query, request };
}

function operationOf(request: IncomingMessage, key: string, query: URLSearchParams): S3Operation {
  const isUpload = query.has('uploadId');
  const onBucket = request.method === 'GET' && query.get('list-type') === '2' ? 'ListObjectsV2' : undefined;
  const onKey = {
    PUT: isUpload ? ('UploadPart' as const) : ('PutObject' as const),
    GET: 'GetObject' as const,
    HEAD: 'HeadObject' as const,
    DELETE: isUpload ? ('AbortMultipartUpload' as const) : ('DeleteObject' as const),
    POST: isUpload ? ('CompleteMultipartUpload' as const) : ('CreateMultipartUpload' as const),
  };
  const operation = key === '' ? onBucket : onKey[(request.method ?? '') as keyof typeof onKey];
  if (!operation || request.headers['x-amz-copy-source']) throw new S3Refusal(501, 'NotImplemented');
  return operation;
}

/** Carries out the call; `bytes` is its body, already checked. */
export function perform(bucket: S3Bucket, call: S3Call, bytes: Buffer): S3Answer {
  const { key, query, request } = call;
  const contentType = header(request, 'content-type') || 'application/octet-stream';
  const uploadId = query.get('uploadId') ?? '';
  switch (call.operation) {
    case 'PutObject':
      return emptyAnswer(200, { etag: bucket.put(key, bytes, contentType).etag });
    case 'GetObject':
      return objectAnswer(bucket.get(key), header(request, 'range'));
    case 'HeadObject':
      return objectAnswer(bucket.get(key), '');
    case 'DeleteObject':
      bucket.objects.delete(key);
      return emptyAnswer(204);
    case 'ListObjectsV2':
      return listAnswer(bucket, query);
    case 'CreateMultipartUpload':
      return uploadAnswer(call, 'InitiateMultipartUploadResult', {
        UploadId: bucket.createUpload(key, contentType),
      });
    case 'UploadPart':
      return emptyAnswer(200, {
        etag: bucket.putPart(uploadId, key, Number(query.get('partNumber')), bytes).etag,
      });
    case 'CompleteMultipartUpload':
      return uploadAnswer(call, 'CompleteMultipartUploadResult', {
        ETag: bucket.completeUpload(uploadId, key, listedParts(bytes)).etag,
      });
    case 'AbortMultipartUpload':
      bucket.abortUpload(uploadId, key);
      return emptyAnswer(204);
  }
}

function objectAnswer({ bytes, etag, contentType, modifiedAt }: S3Object, range: string): S3Answer {
  const headers = {
    etag,
    'content-type': contentType,
    'last-modified': modifiedAt.toUTCString(),
    'accept-ranges': 'bytes',
  };
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? [];
  if (first === '' && last === '') return { status: 200, headers, body: bytes };
  const start = first === '' ? Math.max(0, bytes.length - Number(last)) : Number(first);
  const end = first === '' || last === '' ? bytes.length - 1 : Math.min(Number(last), bytes.length - 1);
  if (start > end) throw new S3Refusal(416, 'InvalidRange');
  const contentRange = `bytes ${start}-${end}/${bytes.length}`;
  return {
    status: 206,
    headers: { ...headers, 'content-range': contentRange },
    body: bytes.subarray(start, end + 1),
  };
}

function listAnswer(bucket: S3Bucket, query: URLSearchParams): S3Answer {
  const prefix = query.get('prefix') ?? '';
  const maxKeys = Math.min(Number(query.get('max-keys') ?? 1000), 1000);
  const keys = bucket.keysAfter(prefix, query.get('continuation-token') ?? '');
  const page = keys.slice(0, maxKeys);
  const isTruncated = keys.length > page.length;
  const contents = page.map((key) => {
    const { bytes, etag, modifiedAt } = bucket.get(key);
    const fields = { Key: key, LastModified: modifiedAt.toISOString(), ETag: etag, Size: `${bytes.length}` };
    return `<Contents>${elements(fields)}</Contents>`;
  });
  const next: Record<string, string> = isTruncated ? { NextContinuationToken: page.at(-1) ?? '' } : {};
  const summary = { Prefix: prefix, KeyCount: `${page.length}`, IsTruncated: `${isTruncated}`, ...next };
  return xmlAnswer(200, `<ListBucketResult>${elements(summary)}${contents.join('')}</ListBucketResult>`);
}

function uploadAnswer({ bucketName, key }: S3Call, root: string, fields: Record<string, string>): S3Answer {
  return xmlAnswer(200, `<${root}>${elements({ Bucket: bucketName, Key: key, ...fields })}</${root}>`);
}

function elements(fields: Record<string, string>): string {
  return Object.entries(fields)
    .map(([name, value]) => `<${name}>${escapeXml(value)}</${name}>`)
    .join('');
}

function listedParts(body: Buffer): { number: number; etag: string }[] {
  return [...body.toString().matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
    number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
    etag: unescapeXml(/<ETag>([^<]+)</.exec(part)?.[1] ?? ''),
  }));
}
