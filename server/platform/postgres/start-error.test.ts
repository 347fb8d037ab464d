import { describe, expect, test } from 'vitest';
import { DatabaseStartError, explainFailure } from './start-error.ts';

describe('explaining a failure', () => {
  test.each([
    ['ENOSPC: no space left on device, write', 'The disk that holds /data/postgres is full.'],
    ['FATAL:  could not write lock file "postmaster.pid": No space left on device', 'is full.'],
    [
      'initdb: error: could not create directory "/data": Permission denied',
      'is not permitted to: initdb: error',
    ],
    ["EROFS: read-only file system, mkdir '/data'", 'is not permitted to'],
    ['noise\n2026 UTC [1] FATAL:  data directory is broken\nmore', 'did not start: 2026 UTC [1] FATAL:'],
    ['', 'did not start: it gave no reason'],
  ])('%j', (cause, sentence) => {
    expect(explainFailure(cause, '/data/postgres').message).toContain(sentence);
    expect(explainFailure(new Error(cause), '/data/postgres').message).toContain(sentence);
  });

  test('keeps a sentence that is already plain', () => {
    const plain = new DatabaseStartError('The permission denied to you is plain.');
    expect(explainFailure(plain, '/data')).toBe(plain);
  });
});
