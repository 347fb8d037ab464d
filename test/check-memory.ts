import { checkMemory as checkWith } from '../server/features/memories/memories/check-memory.ts';
import type { Services } from '../server/platform/context.ts';
import { memoryHooks } from '../server/wiring.ts';

/** What the job does, for tests in which no worker runs. */
export function checkMemory(
  services: Services,
  which: { memoryId: string; revision: number },
): Promise<void> {
  return checkWith(services, memoryHooks, which);
}
