import { collectDefaultMetrics, Registry } from 'prom-client';
import { jobList } from '../../../job-list.ts';
import type { App } from '../../../platform/context.ts';
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
    const token = services.config.metricsToken;
    const allowed = token ? request.headers.authorization === `Bearer ${token}` : isLoopback(request.ip);
    if (!allowed) return reply.callNotFound();
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

function isLoopback(address: string): boolean {
  return address === '127.0.0.1' || address === '::1' || address === '::ffff:127.0.0.1';
}
