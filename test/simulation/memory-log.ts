import type { AppendLog } from '../../server/platform/append-log/append-log.ts';
import { dayOf } from '../../server/platform/clock.ts';
import type { Stage } from './stage.ts';
import type { Actor } from './steps.ts';

/** The send log, which outlives the processes that write it. */
export interface MemoryLog {
  /** As one process has it. */
  of(actor: Actor, stage: Stage): AppendLog;
  /** Whether it says that a message with this delivery was accepted at that instant or later. */
  isAccepted(deliveryId: string, since: Date): boolean;
}

interface Entry {
  event: 'sending' | 'accepted' | 'returned';
  delivery?: string;
}

export function openMemoryLog(now: () => Date): MemoryLog {
  const days = new Map<string, string[]>();
  const accepted = new Map<string, Date>();
  const of = (actor: Actor, stage: Stage): AppendLog => ({
    append(at, lines) {
      const entries = lines.map((line): Entry => JSON.parse(line));
      // Named by what it says, since a process may die at one or the other.
      return stage.step(
        actor,
        entries[0]?.event ?? 'log',
        async () => {
          days.set(dayOf(at), [...(days.get(dayOf(at)) ?? []), ...lines]);
          for (const { event, delivery } of entries)
            if (event === 'accepted' && delivery) accepted.set(delivery, now());
        },
        { details: () => lines.join() },
      );
    },
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
  return { of, isAccepted: (id, since) => (accepted.get(id) ?? 0) >= since };
}
