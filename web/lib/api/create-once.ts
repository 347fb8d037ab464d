import { v4 } from 'uuid';
import { write } from './request.ts';

/** The keys of requests that have not succeeded yet, as far as this page knows. */
const keys = new Map<string, string>();

/**
 * A POST that creates one thing, however often it is sent: the request may have arrived, and only the response been
 * lost. The same body is sent with the same Idempotency-Key until it has succeeded. Throws like `write`.
 */
export async function createOnce<Result>(path: string, body: unknown): Promise<Result> {
  const wanted = `${path} ${JSON.stringify(body)}`;
  const key = keys.get(wanted) ?? v4();
  keys.set(wanted, key);
  const made = await write<Result>('POST', path, body, { headers: { 'idempotency-key': key } });
  keys.delete(wanted);
  return made;
}
