import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { App } from '../../../platform/context.ts';
import type { Queryable } from '../../../platform/database.ts';

const pingMilliseconds = 25_000;

/** Who may listen and for how long; `server/app.ts` passes in the sessions of accounts. */
interface Sessions {
  signedIn: onRequestAsyncHookHandler;
  ownerOf(request: FastifyRequest): { id: string };
  sessionOf(request: FastifyRequest): string;
  isSessionOpen(db: Queryable, now: Date, sessionId: string): Promise<boolean>;
}

/**
 * Streams what changed for the signed-in person, from every process, so that pages can refetch it. The stream ends
 * with its session: at once when somebody ends the session, otherwise at the next ping.
 */
export async function changesRoutes(app: App, sessions: Sessions): Promise<void> {
  const { signedIn, ownerOf, sessionOf, isSessionOpen } = sessions;
  const { events, db, clock, log } = app.services;
  const open = new Set<() => void>();

  // No HEAD route: a response without a body would never end.
  const options = { onRequest: signedIn, exposeHeadRoute: false, schema: { hide: true } };
  app.get('/api/events', options, (request, reply) => {
    const [user, sessionId] = [ownerOf(request), sessionOf(request)];
    reply.hijack();
    const stream = reply.raw;
    reply.headers({ 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value) stream.setHeader(name, value);
    stream.writeHead(200);
    stream.write('retry: 3000\n\n');
    const end = () => {
      clearInterval(ping);
      stopListening();
      open.delete(end);
      stream.end();
    };
    const writeWhileOpen = async (text: string) => {
      const isOpen = await isSessionOpen(db, clock.now(), sessionId);
      if (stream.writableEnded) return;
      if (isOpen) stream.write(text);
      else end();
    };
    const send = (text: string) => {
      // A brief database outage must not end the streams.
      writeWhileOpen(text).catch((err: unknown) => log.warn({ err }, 'could not look up a session'));
    };
    const stopListening = events.subscribe(user.id, (topics) =>
      send(`data: ${JSON.stringify({ topics })}\n\n`),
    );
    const ping = setInterval(() => send(': still here\n\n'), pingMilliseconds);
    open.add(end);
    stream.on('close', end);
  });

  app.addHook('preClose', async () => {
    for (const end of open) end();
  });
}
