import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type S3Server, startS3Server } from './s3-server.ts';

// The fake can stand in for the real server only if it refuses whatever the real one refuses.

interface WireRequest {
  path: string;
  method: string;
  query: Record<string, unknown>;
  headers: Record<string, string>;
  body: unknown;
}

const words = Buffer.from('words that matter');
const where = { Bucket: 'memories', Key: "a letter/it's (1)*.txt" };

let server: S3Server;
let client: S3Client;
const silence = () => {};
let change: (request: WireRequest) => void;

beforeAll(async () => {
  server = await startS3Server();
  client = new S3Client({
    endpoint: server.url,
    forcePathStyle: true,
    region: server.credentials.region,
    credentials: server.credentials,
    maxAttempts: 1,
    // The SDK warns on the console about requests that it cannot repeat.
    logger: { debug: silence, info: silence, warn: silence, error: silence },
  });
  // Runs after signing, like somebody in the middle.
  client.middlewareStack.add(
    (next) => (given) => {
      change(given.request as WireRequest);
      return next(given);
    },
    { step: 'deserialize', priority: 'low' },
  );
});
beforeEach(() => {
  change = () => {};
  server.faults.clear();
  server.bucket.objects.clear();
});
afterAll(async () => {
  client.destroy();
  await server.close();
});

describe('signatures', () => {
  test('a request signed with the secret passes, whatever characters its key has', async () => {
    await client.send(new PutObjectCommand({ ...where, Body: words }));
    expect([...server.bucket.objects.keys()]).toEqual([where.Key]);
  });

  test.each<{ what: string; by: (request: WireRequest) => void; name: string }>([
    {
      what: 'another path',
      by: (r) => {
        r.path = '/memories/other';
      },
      name: 'SignatureDoesNotMatch',
    },
    {
      what: 'another method',
      by: (r) => {
        r.method = 'DELETE';
      },
      name: 'SignatureDoesNotMatch',
    },
    {
      what: 'another query',
      by: (r) => {
        r.query['versionId'] = '1';
      },
      name: 'SignatureDoesNotMatch',
    },
    {
      what: 'another signed header',
      by: (r) => {
        r.headers['x-amz-user-agent'] = 'me';
      },
      name: 'SignatureDoesNotMatch',
    },
    {
      what: 'an unsigned Amazon header',
      by: (r) => {
        r.headers['x-amz-acl'] = 'public-read';
      },
      name: 'AccessDenied',
    },
    {
      what: 'an old date',
      by: (r) => {
        r.headers['x-amz-date'] = '20200101T000000Z';
      },
      name: 'RequestTimeTooSkewed',
    },
    {
      what: 'another body',
      by: (r) => {
        r.body = Buffer.from('words that mutter');
      },
      name: 'XAmzContentSHA256Mismatch',
    },
    {
      what: 'no signature',
      by: (r) => {
        delete r.headers['authorization'];
      },
      name: 'AccessDenied',
    },
  ])('a request changed on its way is refused: $what', async ({ by, name }) => {
    change = by;
    await expect(client.send(new PutObjectCommand({ ...where, Body: words }))).rejects.toMatchObject({
      name,
    });
    expect(server.bucket.objects.size).toBe(0);
  });
});

describe('bodies in chunks with a trailing checksum', () => {
  const streamed = () => {
    const body = randomBytes(200_000);
    const halves = Readable.from([body.subarray(0, 70_000), body.subarray(70_000)], { objectMode: false });
    return { body, command: new PutObjectCommand({ ...where, Body: halves, ContentLength: body.length }) };
  };

  test('are taken apart', async () => {
    let encoding = '';
    change = (request) => {
      encoding = request.headers['content-encoding'] ?? '';
    };
    const { body, command } = streamed();
    await client.send(command);
    expect(encoding).toBe('aws-chunked');
    expect(server.bucket.get(where.Key).bytes.equals(body)).toBe(true);
  });

  test('are refused when a bit turned over', async () => {
    server.faults.plan({ kind: 'flipBit' });
    await expect(client.send(streamed().command)).rejects.toMatchObject({ name: 'BadDigest' });
    expect(server.bucket.objects.size).toBe(0);
  });
});

describe('multipart uploads', () => {
  test.each([
    { what: 'a part too small', sizes: [1000, 1000], order: [1, 2], name: 'EntityTooSmall' },
    { what: 'parts out of order', sizes: [1000, 1000], order: [2, 1], name: 'InvalidPartOrder' },
    { what: 'a part that never came', sizes: [1000], order: [1, 2], name: 'InvalidPart' },
  ])('are not completed with $what', async ({ sizes, order, name }) => {
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(where));
    const etags: (string | undefined)[] = [];
    for (const [index, size] of sizes.entries()) {
      const part = { ...where, UploadId, PartNumber: index + 1, Body: randomBytes(size) };
      etags.push((await client.send(new UploadPartCommand(part))).ETag);
    }
    const Parts = order.map((number) => ({ PartNumber: number, ETag: etags[number - 1] ?? '"none"' }));
    const complete = new CompleteMultipartUploadCommand({ ...where, UploadId, MultipartUpload: { Parts } });
    await expect(client.send(complete)).rejects.toMatchObject({ name });
    expect(server.bucket.objects.size).toBe(0);
  });
});

test('a range from the end is the last bytes', async () => {
  await client.send(new PutObjectCommand({ ...where, Body: words }));
  const { Body, ContentRange } = await client.send(new GetObjectCommand({ ...where, Range: 'bytes=-6' }));
  expect(await Body?.transformToString()).toBe('matter');
  expect(ContentRange).toBe('bytes 11-16/17');
});
