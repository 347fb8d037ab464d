import type { z } from 'zod';
import type { buildExport as buildExportJob } from '../../../job-list.ts';
import type { Services } from '../../../platform/context.ts';
import type { JobHandler } from '../../../platform/jobs.ts';
import { buildExport } from './build-export.ts';

export { eraseOldExports as eraseExports, resumeExports as sweepExports } from './account-export.ts';

export const buildExportHandler =
  (services: Services): JobHandler<z.output<typeof buildExportJob.payload>> =>
  ({ exportId }) =>
    buildExport(services, exportId);
