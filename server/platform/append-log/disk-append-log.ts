import { createReadStream, writeFileSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { syncFolder } from '../storage/disk-layout.ts';
import { isErrno } from '../storage/errno.ts';
import { type AppendLog, groupAppends } from './append-log.ts';

/**
 * Files `<dir>/<day>/<writer>.ndjson`. Each process writes a file of its own, named `writer`, so that none waits for
 * another.
 */
export function openDiskAppendLog(options: { dir: string; writer: string }): AppendLog {
  const { dir, writer } = options;
  let current: { day: string; file: Promise<FileHandle> } | undefined;

  const fileOf = async (day: string) => {
    if (current?.day !== day) {
      const before = current;
      current = { day, file: openFile(join(dir, day, `${writer}.ndjson`)) };
      await closeFile(before);
    }
    return current.file;
  };

  const { append, settled } = groupAppends(async ({ day, lines, durable }) => {
    const file = await fileOf(day);
    // Not through the thread pool, which costs four times as much: a few lines go to the system's cache at once.
    writeFileSync(file.fd, `${lines.join('\n')}\n`);
    if (durable) await file.datasync();
  });

  return {
    append,
    async days(month) {
      const names = await namesIn(dir);
      return names
        .filter((name) => name.startsWith(month))
        .sort()
        .reverse();
    },
    async *read(day) {
      for (const name of (await namesIn(join(dir, day))).sort()) {
        yield* createInterface({ input: createReadStream(join(dir, day, name), 'utf8') });
      }
    },
    async close() {
      await settled();
      await closeFile(current);
    },
  };
}

/** Opens a file to append to; its name is durable when this resolves. */
async function openFile(path: string): Promise<FileHandle> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = await open(path, 'a', 0o600);
  for (const above of [folder, dirname(folder), dirname(dirname(folder))]) await syncFolder(above);
  return file;
}

async function closeFile(opened: { file: Promise<FileHandle> } | undefined): Promise<void> {
  const file = await opened?.file.catch(() => undefined);
  await file?.datasync();
  await file?.close();
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return [];
    throw error;
  }
}
