/** The only source of the current time for every decision the product makes. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export function secondsAfter(instant: Date, seconds: number): Date {
  return new Date(instant.getTime() + seconds * 1000);
}

export function minutesAfter(instant: Date, minutes: number): Date {
  return secondsAfter(instant, minutes * 60);
}
