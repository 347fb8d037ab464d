/** Something that happens at a time of its own. */
export interface LifeEvent {
  at: Date;
  run(): Promise<void>;
  /** Done even while people are kept quiet: it is known outside the database too. */
  isLogged?: boolean | undefined;
  /** At that very minute. Everything else waits for the next time of day at which people do things. */
  isExact?: boolean | undefined;
}

type Plan = (event: LifeEvent) => void;

/** What will happen, in its order. */
export interface Calendar {
  plan: Plan;
  /** The same for what people do, who can be kept quiet. */
  planForPeople: Plan;
  /** Until then people do nothing; what they were going to do they do afterwards. */
  keepQuiet(until: Date): void;
  isQuiet(at: Date): boolean;
  /** When the next thing happens. */
  next(): Date | undefined;
  /** Whatever has to have happened by now. */
  run(now: Date): Promise<void>;
}

const shiftMs = 6 * 3_600_000;
/** Within a shift: people's first is at ten in the morning. */
const shiftStartMs = 4 * 3_600_000;

/** What people do falls together, so that they share the sweeps that follow. */
function nextShift(at: Date): Date {
  return new Date(Math.ceil((at.getTime() - shiftStartMs) / shiftMs) * shiftMs + shiftStartMs);
}

export function openCalendar(): Calendar {
  const events: (LifeEvent & { canWait: boolean })[] = [];
  let quietUntil = new Date(0);
  const add = (event: LifeEvent, canWait: boolean) => {
    events.push({ ...event, canWait });
    events.sort((one, other) => one.at.getTime() - other.at.getTime());
  };
  return {
    plan: (event) => add(event, false),
    planForPeople: (event) =>
      add(event.isExact ? event : { ...event, at: nextShift(event.at) }, !event.isLogged),
    keepQuiet(until) {
      if (until > quietUntil) quietUntil = until;
    },
    isQuiet: (at) => at < quietUntil,
    next: () => events[0]?.at,
    async run(now) {
      for (let event = events[0]; event && event.at <= now; event = events[0]) {
        events.shift();
        if (event.canWait && now < quietUntil) add({ ...event, at: quietUntil }, true);
        else await event.run();
      }
    },
  };
}
