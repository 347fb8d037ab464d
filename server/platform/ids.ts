import { randomUUID } from 'node:crypto';
import { parse, v5, v7 } from 'uuid';

/** Where `newId` gets its ids; a simulation replaces it, so that the same seed gives the same ids. */
export const idSource = { next: (): string => v7() };

/** A new id that sorts by creation time (UUID version 7), for rows whose id is needed before the insert. */
export function newId(): string {
  return idSource.next();
}

/** A random id that does not sort; takes a twentieth of the time. */
export function newRequestId(): string {
  return randomUUID();
}

/** Never change it. */
const namespace = parse('6f0c1d7e-3f63-5b0c-9a55-7d9f6d1f2a11');

/** The same id for the same name, always (UUID version 5). */
export function deriveId(name: string): string {
  return v5(Buffer.from(name), namespace);
}
