import { useMemoryDays } from '../features/delivery/deliveries/schedules/queries.ts';
import { MemoryReplies } from '../features/delivery/received/received.ts';
import { MemoryPage } from '../features/memories/memories/memory-page.tsx';

/** Adds to a memory's page what the memories feature does not know: its delivery day, and the replies to it. */
export function MemoryScreen({ id }: { id: string }) {
  return <MemoryPage key={id} id={id} dayOf={useMemoryDays()} replies={<MemoryReplies memoryId={id} />} />;
}
