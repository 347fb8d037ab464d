import type { FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { jobList } from '../../../job-list.ts';
import type { App } from '../../../platform/context.ts';
import { isFromThisMachine } from '../../../platform/http/this-machine.ts';
import { openReadiness } from './readiness.ts';

/** Liveness, readiness, and metrics for Prometheus. */
export async function healthRoutes(app: App): Promise<void> {
  const { services } = app;
  const findReadiness = openReadiness(services);
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'alive' }));

  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const { ready, parts } = await findReadiness();
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', parts });
  });

  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayReadMetrics(request)) return reply.callNotFound();
    const backlog = await Promise.all(
      jobList.map(async (job) => `long_after_jobs{job="${job.name}"} ${await services.jobs.backlog(job)}`),
    );
    const own = [
      '# HELP long_after_jobs Jobs that wait or run.',
      '# TYPE long_after_jobs gauge',
      ...backlog,
    ].join('\n');
    return reply.type(registry.contentType).send(`${await registry.metrics()}${own}\n`);
  });
}

/** With the token; without one to ask for, on the machine that serves nobody else. */
function mayReadMetrics(request: FastifyRequest): boolean {
  const { metricsToken, isPrivate } = request.server.services.config;
  if (metricsToken !== undefined) return request.headers.authorization === `Bearer ${metricsToken}`;
  return isPrivate && isFromThisMachine(request);
}
