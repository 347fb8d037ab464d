import type { z } from 'zod';
import type { checkMemory as checkMemoryJob } from '../../../job-list.ts';
import type { Services } from '../../../platform/context.ts';
import type { JobHandler } from '../../../platform/jobs.ts';
import { checkMemory } from './check-memory.ts';
import type { MemoryHooks } from './memories.ts';
import { recheckMemories } from './recheck-memories.ts';

export const checkMemoryHandler =
  (services: Services, hooks: MemoryHooks): JobHandler<z.output<typeof checkMemoryJob.payload>> =>
  (payload) =>
    checkMemory(services, hooks, payload);

export { recheckMemories };
