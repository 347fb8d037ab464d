import type { z } from 'zod';
import { eraseFiles as eraseFilesJob } from '../../../job-list.ts';
import { unlessBackupRuns } from '../../../platform/backup/backup-lock.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/database.ts';
import type { JobHandler } from '../../../platform/jobs.ts';
import { eraseFiles, findUnused, type StoredFileKinds } from './stored-files.ts';

const retrySeconds = 10 * 60;

/** Erases files that no row uses; while a backup runs, which may still have to save them, it tries again later. */
export const eraseFilesHandler =
  (services: Services, kinds: StoredFileKinds): JobHandler<z.output<typeof eraseFilesJob.payload>> =>
  async ({ keys }) => {
    const { db, jobs } = services;
    const erase = async () => eraseFiles(services, await findUnused(db, kinds, keys));
    if (await unlessBackupRuns(db, erase)) return;
    await inTransaction(db, (tx) =>
      jobs.enqueue(tx, eraseFilesJob, [{ keys }], { startAfterSeconds: retrySeconds }),
    );
  };
