import { v7 } from 'uuid';

/** A new id in order of creation (UUID version 7), for what needs its id before its row is written. */
export function newId(): string {
  return v7();
}
