import type { z } from 'zod';
import type { eraseAccount as eraseAccountJob } from '../../../job-list.ts';
import type { Services } from '../../../platform/context.ts';
import type { JobHandler } from '../../../platform/jobs.ts';
import { eraseAccount, eraseAccountsLater } from './erase-account.ts';

export const eraseAccountHandler =
  (services: Services): JobHandler<z.output<typeof eraseAccountJob.payload>> =>
  ({ userId }) =>
    eraseAccount(services, userId);

export const sweepDeletedAccounts = eraseAccountsLater;
