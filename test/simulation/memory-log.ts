import { type AppendLog, dayOf } from '../../server/platform/append-log/append-log.ts';
import type { Actor, Stage } from './stage.ts';

/** The send log, which outlives the processes that write it. */
export interface MemoryLog {
  /** As one process has it. */
  of(actor: Actor, stage: Stage): AppendLog;
  /** Whether it says that a message with this delivery was accepted. */
  isAccepted(deliveryId: string): boolean;
}

export function openMemoryLog(): MemoryLog {
  const days = new Map<string, string[]>();
  const accepted = new Set<string>();
  const of = (actor: Actor, stage: Stage): AppendLog => ({
    append: (at, lines) =>
      stage.step(actor, 'log', async () => {
        days.set(dayOf(at), [...(days.get(dayOf(at)) ?? []), ...lines]);
        for (const line of lines) {
          const { event, delivery }: { event: string; delivery?: string } = JSON.parse(line);
          if (event === 'accepted' && delivery) accepted.add(delivery);
        }
      }),
    days: async (month) =>
      [...days.keys()]
        .filter((day) => day.startsWith(month))
        .sort()
        .reverse(),
    async *read(day) {
      yield* days.get(day) ?? [];
    },
    check: async () => undefined,
    close: async () => undefined,
  });
  return { of, isAccepted: (deliveryId) => accepted.has(deliveryId) };
}
