import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '../whole-file.ts';
import { isKey } from './key.ts';

// A key's place on disk: `<dir>/<0-f>/<0-f>/<key with ~ for />`. Our ids share their first characters (they start
// with the time), so the two levels come from a hash of the key, which spreads files evenly. The file name keeps the
// key readable: anyone who has only the folder can still tell what each file is.

const digits = [...'0123456789abcdef'];

/** The 256 folders that may hold files; each is created when first needed. */
export function fanOutFolders(dir: string): string[] {
  return digits.flatMap((first) => digits.map((second) => join(dir, first, second)));
}

/** The folder and path of a key's file. */
export function locate(dir: string, key: string): { folder: string; path: string } {
  const [first = '0', second = '0'] = createHash('sha256').update(key).digest('hex');
  const folder = join(dir, first, second);
  return { folder, path: join(folder, key.replaceAll('/', '~')) };
}

/** The key of the file with this name; undefined for a file that is not ours. */
export function keyOfFileName(name: string): string | undefined {
  const key = name.replaceAll('~', '/');
  return isKey(key) ? key : undefined;
}

/** Creates a fan-out folder if it is missing; durable across a power failure. */
export async function makeFolder(dir: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await syncFolder(dirname(folder));
  await syncFolder(dir);
}
