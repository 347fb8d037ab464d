import type { z } from 'zod';
import type { checkAuditLog } from '../../../job-list.ts';
import type { Services } from '../../../platform/context.ts';
import type { JobHandler } from '../../../platform/jobs.ts';
import { runCheck } from './run-check.ts';

export const checkAuditLogHandler =
  (services: Services): JobHandler<z.output<typeof checkAuditLog.payload>> =>
  ({ checkId }) =>
    runCheck(services, checkId);
