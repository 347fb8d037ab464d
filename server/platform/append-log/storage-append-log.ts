import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Storage } from '../storage/storage.ts';
import { type AppendLog, groupAppends } from './append-log.ts';

const maxBytes = 16 * 1024 * 1024;

/**
 * Objects `<prefix><day>/<time>-<writer>-<number>.ndjson` in the file storage, which cannot append: each
 * write makes a new one.
 */
export function openStorageAppendLog(options: {
  storage: Pick<Storage, 'put' | 'list' | 'read' | 'check'>;
  prefix: string;
  writer: string;
}): AppendLog {
  const { storage, prefix, writer } = options;
  let number = 0;
  const { append, settled } = groupAppends(async ({ day, at, lines }) => {
    number += 1;
    const time = at.toISOString().slice(11, 23).replaceAll(/[:.]/g, '');
    const key = `${prefix}${day}/${time}-${writer}-${number}.ndjson`;
    const bytes = Buffer.from(`${lines.join('\n')}\n`);
    await storage.put(key, Readable.from([bytes]), { maxBytes, contentType: 'application/x-ndjson' });
  });

  return {
    append,
    async days(month) {
      const days = new Set<string>();
      for await (const { key } of storage.list(`${prefix}${month}`)) {
        days.add(key.slice(prefix.length).split('/')[0] ?? '');
      }
      return [...days].sort().reverse();
    },
    async *read(day) {
      const keys = [];
      for await (const { key } of storage.list(`${prefix}${day}/`)) keys.push(key);
      for (const key of keys.sort()) yield* (await text(await storage.read(key))).split('\n').filter(Boolean);
    },
    // Each write is a separate object, which exists completely or not at all.
    check: () => storage.check(),
    close: settled,
  };
}
