import type { S3Operation } from './s3-operations.ts';

// What a real store, or the network in front of it, does on a bad day.

export type S3Fault =
  /** Returns an error and does nothing. */
  | { kind: 'status'; status: 500 | 503 | 507 }
  /** Does it, and responds this much later. */
  | { kind: 'slow'; delayMs: number }
  /** Breaks the connection while the request's body arrives. */
  | { kind: 'cutRequest'; afterBytes: number }
  /** Does it, and breaks the connection this far into the response's body. */
  | { kind: 'cutAnswer'; afterBytes: number }
  /** One bit of the request's body is flipped on the way. */
  | { kind: 'flipBit' }
  /** Says that it stored everything, and drops one byte. */
  | { kind: 'loseByte' };

interface Planned {
  fault: S3Fault;
  operation: S3Operation | undefined;
  timesLeft: number;
}

/** Faults, in the order in which they were planned. */
export class S3Faults {
  #planned: Planned[] = [];

  plan(fault: S3Fault, { operation, times = 1 }: { operation?: S3Operation; times?: number } = {}): void {
    this.#planned.push({ fault, operation, timesLeft: times });
  }

  /** The fault for this operation now, if any; each occurs as often as was planned. */
  take(operation: S3Operation): S3Fault | undefined {
    const planned = this.#planned.find((one) => !one.operation || one.operation === operation);
    if (!planned) return undefined;
    planned.timesLeft -= 1;
    this.#planned = this.#planned.filter(({ timesLeft }) => timesLeft > 0);
    return planned.fault;
  }

  clear(): void {
    this.#planned = [];
  }
}
