import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type Storage, unlessMissing } from './storage.ts';

/** A short text that is stored as a file; undefined if it is missing. */
export function readStoredText(store: Pick<Storage, 'read'>, key: string): Promise<string | undefined> {
  return unlessMissing(store.read(key).then(text));
}

/** Replaces it, if there is one. */
export async function storeText(storage: Pick<Storage, 'put'>, key: string, content: string): Promise<void> {
  const bytes = Buffer.from(content);
  await storage.put(key, Readable.from([bytes]), { maxBytes: bytes.length });
}
