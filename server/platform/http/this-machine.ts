import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../loopback.ts';

const forwardingHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/**
 * Whether somebody on this machine asks. A proxy on it connects from it too, but asks for somebody else, and says so in a header; a
 * foreign site that made its name point here is recognised by that name.
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
