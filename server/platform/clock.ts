import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { newId } from './ids.ts';

/** The only source of the current time for every decision the product makes. */
export interface Clock {
  /** The time of this process. For anything that cannot be undone, use `agreedNow` (database-time.ts). */
  now(): Date;
  /** SQL: the time of the database. */
  databaseNow(): SQL;
  /** Seconds since the machine was started, including time in suspension. Unlike `now`, nobody can set it. */
  uptimeSeconds(): number;
  /** Resolves that much later, or as soon as `signal` is aborted. */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Identifies one start of one machine, within which values of `uptimeSeconds` can be compared. */
  readonly bootId: string;
}

export const systemClock: Clock = {
  now: () => new Date(),
  databaseNow: () => sql`clock_now()`,
  uptimeSeconds: uptime,
  wait,
  bootId: readBootId(),
};

/** `Clock.wait` in real time. */
export async function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  // Only the signal ends it early.
  await delay(milliseconds, undefined, signal && { signal }).catch(() => undefined);
}

/** Only Linux identifies its starts; elsewhere each process counts as one. */
function readBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return newId();
  }
}

export function secondsAfter(instant: Date, seconds: number): Date {
  return new Date(instant.getTime() + seconds * 1000);
}

/** Rounded up. */
export function secondsBetween(from: Date, to: Date): number {
  return Math.ceil((to.getTime() - from.getTime()) / 1000);
}

export function minutesAfter(instant: Date, minutes: number): Date {
  return secondsAfter(instant, minutes * 60);
}

/** Each has 24 hours, whatever the clocks do where somebody lives; days of a place are counted by local-time.ts. */
export function wholeDaysAfter(instant: Date, days: number): Date {
  return minutesAfter(instant, days * 24 * 60);
}

/** The day in UTC, YYYY-MM-DD. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}
