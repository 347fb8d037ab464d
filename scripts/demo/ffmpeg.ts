/** Passes files to ffmpeg and returns what it made of them. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Converts the sound of a WAV file to another format. */
export function encode(wav: Buffer, extension: string, options: string[]): Promise<Buffer> {
  return make({ 'sound.wav': wav }, ['-i', 'sound.wav', ...options], `out.${extension}`);
}

/** Writes `files` into a folder of their own, runs ffmpeg there and returns the file it made. */
export async function make(files: Record<string, Buffer>, args: string[], output: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'long-after-demo-'));
  try {
    await Promise.all(Object.entries(files).map(([name, bytes]) => writeFile(join(folder, name), bytes)));
    await run('ffmpeg', ['-nostdin', '-loglevel', 'error', ...args, '-bitexact', output], { cwd: folder });
    return await readFile(join(folder, output));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
