import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../loopback.ts';

/**
 * The origin to send a browser back to: `publicUrl`. If that is this machine, the host name that was visited is used,
 * because to a browser `localhost` and `127.0.0.1` are different sites, and a session on one does not exist on the
 * other.
 */
export function visitedOrigin({ host }: Pick<FastifyRequest, 'host'>, publicUrl: string): string {
  const known = new URL(publicUrl);
  const visited = URL.parse(`${known.protocol}//${host}`);
  return visited && isLoopback(visited.hostname) && isLoopback(known.hostname) ? visited.origin : publicUrl;
}
