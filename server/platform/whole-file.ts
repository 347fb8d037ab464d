import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isErrno } from './storage/errno.ts';

/** Writes a small text file atomically, durable across a power failure. */
export async function writeWholeFile(path: string, text: string, mode: number): Promise<void> {
  const draft = `${path}.new`;
  await rm(draft, { force: true });
  const file = await open(draft, 'wx', mode);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  await syncFolder(dirname(path));
}

/** Makes added, renamed and removed names in the folder durable across a power failure. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** The file's text, or undefined if there is no such file. */
export async function readIfExists(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    throw error;
  }
}
