import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Id } from '../../../shared/values.ts';

/** Links to the next page of a list (RFC 8288): the same request with `cursor` in its query. */
export function linkNext(
  request: FastifyRequest,
  reply: FastifyReply,
  cursor: Readonly<Record<string, string>>,
): void {
  const [path, query] = request.url.split('?');
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(cursor)) next.set(name, value);
  reply.header('link', `<${path}?${next}>; rel="next"`);
}

/**
 * A client that got no response repeats its request with the same key, so that nothing is created twice
 * (draft-ietf-httpapi-idempotency-key-header).
 */
export const IdempotencyHeaders = z.looseObject({ 'idempotency-key': Id.optional() });

/** A hook: the response must not be cached, indexed or leaked through a referrer. */
export async function keepPrivate(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply
    .header('x-robots-tag', 'noindex')
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'private, no-store');
}
