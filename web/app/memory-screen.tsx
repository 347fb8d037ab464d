import { useMemoryDays } from '../features/delivery/deliveries/schedules/queries.ts';
import { MemoryPage } from '../features/memories/memories/memory-page.tsx';

/** Gives a memory's page its delivery day, which comes from the schedules. */
export function MemoryScreen({ id }: { id: string }) {
  return <MemoryPage key={id} id={id} dayOf={useMemoryDays()} />;
}
