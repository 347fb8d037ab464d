import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startS3Server } from '../../../test/fakes/s3-server.ts';

const allowedGrowthBytes = 150 * 1024 * 1024;

describe('four parallel puts of 50 MB grow the process by less than 150 MB', () => {
  test('on disk', async () => {
    expect(await growthBytes({ dir: await temporaryFolder() })).toBeLessThan(allowedGrowthBytes);
  });

  test('on S3', async () => {
    const { url: endpoint, bucketName: bucket, credentials, close } = await startS3Server();
    onTestFinished(close);
    const options = { bucket, endpoint, ...credentials, tempDir: await temporaryFolder() };
    expect(await growthBytes(options)).toBeLessThan(allowedGrowthBytes);
  });
});

async function growthBytes(options: object): Promise<number> {
  const program = join(import.meta.dirname, 'put-memory.child.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [program, JSON.stringify(options)]);
  return Number(stdout.trim() || Number.NaN);
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'storage-memory-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}
