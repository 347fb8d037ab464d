import { useMemoryDays } from '../features/delivery/deliveries/schedules/queries.ts';
import { MemoryPage } from '../features/memories/memories/memory-page.tsx';

/** Hands the page of one memory its day, which the schedules know. */
export function MemoryScreen({ id }: { id: string }) {
  return <MemoryPage key={id} id={id} dayOf={useMemoryDays()} />;
}
