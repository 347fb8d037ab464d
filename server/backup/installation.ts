import { sql } from 'drizzle-orm';
import { withDatabase } from '../command.ts';
import type { InstallationRow } from '../features/system/installation/installation.table.ts';
import { findInstallation } from '../features/system/installation/installation.ts';
import type { Config } from '../platform/config.ts';
import { openDatabase } from '../platform/database.ts';
import { createLog } from '../platform/log.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { openCopies, openStorage } from '../services.ts';
import { type Progress, withProgress } from './progress.ts';

export interface Installation {
  config: Config;
  databaseUrl: string;
  storage: Storage;
  /** The bucket of the mirror, if there is one. */
  copies: Storage | undefined;
  progress: Progress;
}

/** Opens the database, the files and their mirror, and closes them after `work`. */
export function withInstallation<T>(
  config: Config,
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  return withDatabase(config, async (databaseUrl) => {
    const [storage, copies] = [await openStorage(config), await openCopies(config)];
    try {
      return await withProgress((progress) => work({ config, databaseUrl, storage, copies, progress }));
    } finally {
      await storage.close();
      await copies?.close();
    }
  });
}

/** Whose database it is; one of an earlier version does not say. */
export async function findInstallationAt(databaseUrl: string): Promise<InstallationRow | undefined> {
  const { db, close } = openDatabase({ url: databaseUrl, log: createLog('warn'), maxConnections: 1 });
  try {
    const { rows } = await db.execute(sql`select where to_regclass('public.installation') is not null`);
    return rows.length > 0 ? await findInstallation(db) : undefined;
  } finally {
    await close();
  }
}
