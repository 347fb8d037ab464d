import { v4 } from 'uuid';
import { write } from './request.ts';

/** The keys of requests that have not succeeded yet, as far as this page knows. */
const keys = new Map<string, string>();

/**
 * A POST that makes one thing, however often it has to be sent: it may have arrived, and only its answer been lost. The same
 * body is sent under the same Idempotency-Key until it has succeeded. Throws as `write` does.
 */
export async function createOnce<Result>(path: string, body: unknown): Promise<Result> {
  const wanted = `${path} ${JSON.stringify(body)}`;
  const key = keys.get(wanted) ?? v4();
  keys.set(wanted, key);
  const made = await write<Result>('POST', path, body, { headers: { 'idempotency-key': key } });
  keys.delete(wanted);
  return made;
}
