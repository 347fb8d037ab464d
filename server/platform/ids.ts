import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';

/** A new id in order of creation (UUID version 7), for what needs its id before its row is written. */
export function newId(): string {
  return v7();
}

/** An id that need not be in order: a twentieth of the time. */
export function newRequestId(): string {
  return randomUUID();
}
