import type { FastifyRequest } from 'fastify';

const forwardingHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/**
 * Whether the request was made on this machine. A proxy on it connects from here too, but a header says that
 * it asks for somebody else; a foreign site whose name was made to point here is recognised by that name.
 */
export function isFromThisMachine({
  socket,
  hostname,
  headers,
}: Pick<FastifyRequest, 'socket' | 'hostname' | 'headers'>): boolean {
  return (
    isLoopback(socket.remoteAddress ?? '') &&
    isLoopback(hostname) &&
    forwardingHeaders.every((name) => headers[name] === undefined)
  );
}

/** Whether a host name or address is a loopback one. */
export function isLoopback(host: string): boolean {
  return /^(localhost|(::ffff:)?127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);
}

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
