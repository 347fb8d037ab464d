import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { App } from '../../../platform/context.ts';
import type { Queryable } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Events } from '../../../platform/events.ts';
import { staffAudience } from './changes.ts';

const pingMilliseconds = 25_000;
/** The tabs of a browser share one; each costs a connection and a look at the session with every change. */
const maxStreamsPerSession = 6;
const refusedSeconds = 5;
/** Many deliveries may stop at once, and each message makes every open console reload its lists. */
const staffMilliseconds = 1_000;

/** Who may listen and for how long; `server/app.ts` passes in the sessions of accounts. */
interface Sessions {
  signedIn: onRequestAsyncHookHandler;
  ownerOf(request: FastifyRequest): { id: string; isAdmin: boolean };
  sessionOf(request: FastifyRequest): string;
  isSessionOpen(db: Queryable, now: Date, sessionId: string): Promise<boolean>;
}

/**
 * Streams what changed for the signed-in person, from every process, so that pages can refetch it. The stream ends
 * with its session: at once when somebody ends the session, otherwise at the next ping. 429 above six for one session.
 */
export async function changesRoutes(app: App, sessions: Sessions): Promise<void> {
  const { signedIn, ownerOf, sessionOf, isSessionOpen } = sessions;
  const { events, db, clock, log } = app.services;
  const open = new Set<() => void>();
  const streamsOf = new Map<string, number>();

  // No HEAD route: a response without a body would never end.
  const options = { onRequest: signedIn, exposeHeadRoute: false, schema: { hide: true } };
  app.get('/api/events', options, (request, reply) => {
    const [user, sessionId] = [ownerOf(request), sessionOf(request)];
    const others = streamsOf.get(sessionId) ?? 0;
    // The new one is refused, not the oldest ended: browsers reconnect, and would push each other out in turn for ever.
    if (others >= maxStreamsPerSession) throw tooManyStreams();
    streamsOf.set(sessionId, others + 1);
    reply.hijack();
    const stream = reply.raw;
    reply.headers({ 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value) stream.setHeader(name, value);
    stream.writeHead(200);
    stream.write('retry: 3000\n\n');
    const end = () => {
      if (!open.delete(end)) return;
      clearInterval(ping);
      stopListening();
      const left = (streamsOf.get(sessionId) ?? 1) - 1;
      if (left > 0) streamsOf.set(sessionId, left);
      else streamsOf.delete(sessionId);
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
    const tell = (topics: readonly string[]) => send(`data: ${JSON.stringify({ topics })}\n\n`);
    // A change of role signs the person out, which ends the stream, so the role need not be looked up again.
    const subscriptions = [
      events.subscribe(user.id, tell),
      ...(user.isAdmin ? [subscribeGathered(events, tell)] : []),
    ];
    const stopListening = () => {
      for (const stop of subscriptions) stop();
    };
    const ping = setInterval(() => send(': still here\n\n'), pingMilliseconds);
    open.add(end);
    stream.on('close', end);
  });

  app.addHook('preClose', async () => {
    for (const end of open) end();
  });
}

/** Passes on that staff queues have changed, after a moment, and as one message for all changes within it. */
function subscribeGathered(events: Events, tell: (topics: readonly string[]) => void): () => void {
  let waiting: NodeJS.Timeout | undefined;
  const stop = events.subscribe(staffAudience, (topics) => {
    waiting ??= setTimeout(() => {
      waiting = undefined;
      tell(topics);
    }, staffMilliseconds);
  });
  return () => {
    clearTimeout(waiting);
    stop();
  };
}

function tooManyStreams(): AppError {
  return new AppError('too_many_requests', 'This session already follows its changes in six places.', {
    retryAfterSeconds: refusedSeconds,
  });
}
