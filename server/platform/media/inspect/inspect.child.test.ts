import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const child = fileURLToPath(new URL('./inspect.child.ts', import.meta.url));
const ours = fileURLToPath(new URL('..', import.meta.url));

test.each(['image/png', 'image/heic'])(
  'where the decoder for %s cannot be loaded, nothing is said about the file',
  async (type) => {
    const options = ['--permission', `--allow-fs-read=${ours}`, child, 'inspect', type];
    const running = promisify(execFile)(process.execPath, options);
    running.child.stdin?.end('a picture');
    await expect(running).rejects.toMatchObject({ code: 1, stdout: '' });
  },
);
