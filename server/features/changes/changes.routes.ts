import type { App } from '../../platform/context.ts';
import { ownerOf, signedIn } from '../sessions/sessions.ts';

const pingMilliseconds = 25_000;

/** A stream of the signed-in person's changes, from every process; the page re-reads what they name. */
export async function changesRoutes(app: App): Promise<void> {
  const { events } = app.services;
  const open = new Set<() => void>();

  app.get('/api/events', { onRequest: signedIn, schema: { hide: true } }, (request, reply) => {
    const user = ownerOf(request);
    reply.hijack();
    const stream = reply.raw;
    stream.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    stream.write('retry: 3000\n\n');
    const stopListening = events.subscribe(user.id, (topics) => stream.write(`data: ${JSON.stringify({ topics })}\n\n`));
    const ping = setInterval(() => stream.write(': still here\n\n'), pingMilliseconds);
    const end = () => {
      clearInterval(ping);
      stopListening();
      open.delete(end);
      stream.end();
    };
    open.add(end);
    stream.on('close', end);
  });

  app.addHook('preClose', async () => {
    for (const end of open) end();
  });
}
