import type { FastifyRequest } from 'fastify';

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * The origin to send a browser back to: `publicUrl`. If that is this machine, the host name that was visited is used,
 * because to a browser `localhost` and `127.0.0.1` are different sites, and a session on one does not exist on the
 * other.
 */
export function visitedOrigin({ host }: Pick<FastifyRequest, 'host'>, publicUrl: string): string {
  const known = new URL(publicUrl);
  const visited = URL.parse(`${known.protocol}//${host}`);
  return visited && loopback.test(visited.hostname) && loopback.test(known.hostname)
    ? visited.origin
    : publicUrl;
}
