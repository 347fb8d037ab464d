import type { FastifyRequest } from 'fastify';

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * Where a browser is to come back to: `publicUrl`. Where that is this very machine, the name by which it was visited:
 * to a browser `localhost` and `127.0.0.1` are two sites, and whoever is signed in at one is nobody at the other.
 */
export function visitedOrigin({ host }: Pick<FastifyRequest, 'host'>, publicUrl: string): string {
  const known = new URL(publicUrl);
  const visited = URL.parse(`${known.protocol}//${host}`);
  return visited && loopback.test(visited.hostname) && loopback.test(known.hostname)
    ? visited.origin
    : publicUrl;
}
