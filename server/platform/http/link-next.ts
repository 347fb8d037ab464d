import type { FastifyReply, FastifyRequest } from 'fastify';

/** Points to the next page of a list, as RFC 8288 says: the same request, with `cursor` in its query. */
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
