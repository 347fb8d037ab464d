import { markKey } from '../server/features/system/installation/installation.ts';
import { newestEntryKey } from '../server/features/system/stored-files/forgotten-files.ts';
import type { TestApp } from './app.ts';

/** The keys of all stored files under `prefix`, sorted; without the mark of the installation. */
export async function storedKeys({ services }: TestApp, prefix = 'memories/'): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of services.storage.list(prefix)) keys.push(key);
  return keys.filter((key) => key !== markKey && key !== newestEntryKey).sort();
}
