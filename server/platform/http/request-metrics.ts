import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../metrics.ts';

/** Counts and times every answer. A stream of events is left out: it lasts as long as the page that listens. */
export function measureRequests(app: FastifyInstance, metrics: Pick<Metrics, 'requestAnswered'>): void {
  app.addHook('onResponse', (_request, { raw, elapsedTime }, done) => {
    if (raw.getHeader('content-type') !== 'text/event-stream')
      metrics.requestAnswered(raw.statusCode, elapsedTime / 1000);
    done();
  });
}
