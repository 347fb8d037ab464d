import { useMemoryDays } from '../features/delivery/deliveries/schedules/queries.ts';
import { MemoryReplies } from '../features/delivery/received/received.ts';
import { MemoryPage } from '../features/memories/memories/memory-page.tsx';

/** Gives a memory's page what stands above the memories: its delivery day, and what was written back about it. */
export function MemoryScreen({ id }: { id: string }) {
  return <MemoryPage key={id} id={id} dayOf={useMemoryDays()} replies={<MemoryReplies memoryId={id} />} />;
}
