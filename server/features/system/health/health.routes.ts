import type { FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { cachedFor } from '../../../platform/cached.ts';
import type { App, ReadMetrics, Services } from '../../../platform/context.ts';
import { isFromThisMachine } from '../../../platform/http/this-machine.ts';
import { openReadiness } from './health.ts';
import {
  backupMetrics,
  clockMetrics,
  databaseMetrics,
  printMetrics,
  queueMetrics,
  readinessMetric,
} from './metrics.ts';

/** Several scrapers, or one that polls fast, cost the database no more than one. */
const figuresSeconds = 10;

/** Liveness, readiness, and metrics for Prometheus. */
export async function healthRoutes(
  app: App,
  { readers }: { readers: readonly ReadMetrics[] },
): Promise<void> {
  const { services } = app;
  const findReadiness = openReadiness(services);
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'alive' }));

  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const { ready, parts } = await findReadiness();
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', parts });
  });

  const ofNode = new Registry();
  collectDefaultMetrics({ register: ofNode });
  const readAll = cachedFor(figuresSeconds, services.clock, () => printAll(services, readers));
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayReadMetrics(request)) return reply.callNotFound();
    const ready = await printMetrics([readinessMetric(await findReadiness())]);
    const texts = [ready, await readAll(), await services.metrics.registry.metrics(), await ofNode.metrics()];
    return reply.type(ofNode.contentType).send(texts.join(''));
  });
}

const ofTheInstallation = [queueMetrics, clockMetrics, databaseMetrics, backupMetrics];

/** Metrics that cannot be read are left out: `long_after_ready` says what is broken. */
async function printAll(services: Services, readers: readonly ReadMetrics[]): Promise<string> {
  const read = await Promise.allSettled([...ofTheInstallation, ...readers].map((reader) => reader(services)));
  return printMetrics(read.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])));
}

/** With the token; if none is configured, from this machine, provided it serves nobody else. */
function mayReadMetrics(request: FastifyRequest): boolean {
  const { metricsToken, isPrivate } = request.server.services.config;
  if (metricsToken !== undefined) return request.headers.authorization === `Bearer ${metricsToken}`;
  return isPrivate && isFromThisMachine(request);
}
