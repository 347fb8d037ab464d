import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';

/** A new id that sorts by creation time (UUID version 7), for what needs its id before its row is inserted. */
export function newId(): string {
  return v7();
}

/** A random id that need not sort; takes a twentieth of the time. */
export function newRequestId(): string {
  return randomUUID();
}
