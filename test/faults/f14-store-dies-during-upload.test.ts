// F14: the file store dies while a large file is being uploaded. The person is told when to try again,
// nothing of it is kept, and trying again works.
import { expect, test } from 'vitest';
import { startTestApp } from '../app.ts';
import { atEndOfFile } from '../end-of-file.ts';
import { createPerson } from '../factories.ts';
import type { S3Fault } from '../fakes/s3-faults.ts';
import type { S3Operation } from '../fakes/s3-operations.ts';
import { startS3Server } from '../fakes/s3-server.ts';
import { multipart } from '../multipart.ts';
import { waveFile } from './support/wave-file.ts';

const mebibyte = 1024 * 1024;
const s3 = await startS3Server();
const log: string[] = [];
const testApp = await startTestApp({
  env: {
    S3_BUCKET: s3.bucketName,
    S3_ENDPOINT: s3.url,
    S3_ACCESS_KEY_ID: s3.credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
    LOG_LEVEL: 'info',
  },
  onLog: (line) => log.push(line),
});
atEndOfFile(s3.close);

const form = multipart({ type: 'audio', title: 'Our song', recipient: 'Maya' }, waveFile(12 * mebibyte));

const deaths: { fault: S3Fault; operation: S3Operation }[] = [
  { fault: { kind: 'cutRequest', afterBytes: mebibyte }, operation: 'UploadPart' },
  { fault: { kind: 'status', status: 500 }, operation: 'UploadPart' },
  { fault: { kind: 'status', status: 503 }, operation: 'CompleteMultipartUpload' },
];

test.each(deaths)(
  'F14: $operation that meets $fault.kind to the end is a 503',
  async ({ fault, operation }) => {
    const person = await createPerson(testApp);
    s3.faults.plan(fault, { operation, times: 100 });
    const answer = await person.request({ method: 'POST', url: '/api/memories/upload', ...form });
    s3.faults.clear();
    expect(answer.statusCode).toBe(503);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect((await person.request({ url: '/api/memories' })).json().memories ?? []).toEqual([]);
    expect(s3.bucket.objects.size).toBe(0);
    expect(log.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  },
);

test('F14: when it is back, trying again works', async () => {
  const person = await createPerson(testApp);
  const answer = await person.request({ method: 'POST', url: '/api/memories/upload', ...form });
  expect(answer.statusCode).toBe(201);
});
