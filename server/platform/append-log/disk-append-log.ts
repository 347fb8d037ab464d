import { createReadStream, writeFileSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { dayOf } from '../clock.ts';
import { isErrno } from '../storage/errno.ts';
import { syncFolder } from '../whole-file.ts';
import { type AppendLog, groupAppends } from './append-log.ts';

/**
 * Files `<dir>/<day>/<writer>.ndjson`. Each process writes its own file, named after `writer`, so that none
 * waits for another.
 */
export function openDiskAppendLog(options: { dir: string; writer: string }): AppendLog {
  const { dir, writer } = options;
  let current: { day: string; file: FileHandle } | undefined;
  /** The last write failed, perhaps in the middle of a line. */
  let isTorn = false;

  const fileOf = async (day: string) => {
    if (current?.day === day) return current.file;
    await forget();
    current = { day, file: await openFile(join(dir, day, `${writer}.ndjson`)) };
    return current.file;
  };
  /** If opening or writing failed, it is tried again at the next use. */
  const forget = async () => {
    const before = current;
    current = undefined;
    await closeFile(before).catch(() => undefined);
  };
  const write = async (day: string, text: string, { durable }: { durable: boolean }) => {
    const file = await fileOf(day);
    try {
      // Not through the thread pool, which costs four times as much: a few lines go straight to the system's cache.
      if (text || isTorn) writeFileSync(file.fd, isTorn ? `\n${text}` : text);
      isTorn = false;
      if (durable) await file.datasync();
    } catch (error) {
      isTorn = true;
      await forget();
      throw error;
    }
  };

  const { append, settled, afterOthers } = groupAppends(({ day, lines, durable }) =>
    write(day, `${lines.join('\n')}\n`, { durable }),
  );

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
        for await (const line of createInterface({ input: createReadStream(join(dir, day, name), 'utf8') }))
          if (line) yield line;
      }
    },
    check: (at) => afterOthers(() => write(dayOf(at), '', { durable: false })),
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

async function closeFile(opened: { file: FileHandle } | undefined): Promise<void> {
  await opened?.file.datasync().finally(() => opened.file.close());
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return [];
    throw error;
  }
}
