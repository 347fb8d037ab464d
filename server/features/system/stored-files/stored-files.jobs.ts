import type { z } from 'zod';
import type { eraseFiles as eraseFilesJob } from '../../../job-list.ts';
import type { Services } from '../../../platform/context.ts';
import type { JobHandler } from '../../../platform/jobs.ts';
import { eraseFiles } from './stored-files.ts';

export const eraseFilesHandler =
  (services: Services): JobHandler<z.output<typeof eraseFilesJob.payload>> =>
  ({ keys }) =>
    eraseFiles(services, keys);
