import type { Services } from '../../../platform/context.ts';
import type { JobHandler } from '../../../platform/jobs.ts';
import { checkMemory, convertRecording, type Revision } from './check-memory.ts';
import type { MemoryHooks } from './memories.ts';
import { recheckHeldForWantOfFfmpeg, recheckMemories, requeueConversions } from './recheck-memories.ts';

/** For both photos and recordings, which wait in separate queues. */
export const checkMemoryHandler =
  (services: Services, hooks: MemoryHooks): JobHandler<Revision> =>
  (revision) =>
    checkMemory(services, hooks, revision);

export const convertRecordingHandler =
  (services: Services): JobHandler<Revision> =>
  (revision) =>
    convertRecording(services, revision);

export { recheckHeldForWantOfFfmpeg, recheckMemories, requeueConversions };
