import { withDatabase } from '../command.ts';
import type { Config } from '../platform/config.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { openStorage } from '../services.ts';
import { type Progress, withProgress } from './progress.ts';

export interface Installation {
  config: Config;
  databaseUrl: string;
  storage: Storage;
  progress: Progress;
}

/** Opens the database and the files, and closes them after `work`. */
export function withInstallation<T>(
  config: Config,
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  return withDatabase(config, async (databaseUrl) => {
    const storage = await openStorage(config);
    try {
      return await withProgress((progress) => work({ config, databaseUrl, storage, progress }));
    } finally {
      await storage.close();
    }
  });
}
