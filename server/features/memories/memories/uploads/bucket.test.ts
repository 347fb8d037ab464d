import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { startTestApp } from '../../../../../test/app.ts';
import { atEndOfFile } from '../../../../../test/end-of-file.ts';
import { createPerson } from '../../../../../test/factories.ts';
import { startS3Server } from '../../../../../test/fakes/s3-server.ts';
import { mediaFiles } from '../../../../../test/media.ts';
import { begun, makeMemory, send, sha256Of, standsAt } from '../../../../../test/uploads.ts';

// Files in a bucket, which receives large pieces in parts.

const mebibyte = 1024 * 1024;
const s3 = await startS3Server();
const testApp = await startTestApp({
  env: {
    S3_BUCKET: s3.bucketName,
    S3_ENDPOINT: s3.url,
    S3_ACCESS_KEY_ID: s3.credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
  },
});
atEndOfFile(s3.close);

const jpeg = await mediaFiles.photo.jpeg();
const photo = { ...jpeg, bytes: Buffer.concat([jpeg.bytes, randomBytes(12 * mebibyte)]) };
const form = { type: 'photo', title: 'The harbour, early', recipient: 'Maya' };

test('201: small and large pieces become one object, byte for byte', async () => {
  const person = await createPerson(testApp);
  const url = await begun(person, photo, { type: 'photo', sha256: sha256Of(photo.bytes) });
  const cuts = [0, 2 * mebibyte, 2 * mebibyte + 1, photo.bytes.length];
  for (const [place, from] of cuts.slice(0, -1).entries())
    await send(person, url, from, photo.bytes.subarray(from, cuts[place + 1]));
  const memory = (await makeMemory(person, url, form)).json();
  expect(sha256Of((await person.request({ url: memory.fileUrl })).rawPayload)).toBe(sha256Of(photo.bytes));
});

test('F14: 503 while the store is away, the upload stands where it stood, and goes on when it is back', async () => {
  const person = await createPerson(testApp);
  const url = await begun(person, photo);
  const half = 6 * mebibyte;
  await send(person, url, 0, photo.bytes.subarray(0, half));
  s3.faults.plan({ kind: 'status', status: 503 }, { operation: 'UploadPart', times: 100 });
  const refused = await send(person, url, half, photo.bytes.subarray(half));
  expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([503, true]);
  s3.faults.clear();
  expect(await standsAt(person, url)).toBe(half);
  await send(person, url, half, photo.bytes.subarray(half));
  s3.faults.plan({ kind: 'status', status: 500 }, { operation: 'CompleteMultipartUpload', times: 100 });
  expect((await makeMemory(person, url, form)).statusCode).toBe(503);
  s3.faults.clear();
  expect((await person.request({ url: '/api/memories' })).json()).toEqual([]);
  expect((await makeMemory(person, url, form)).statusCode).toBe(201);
});
