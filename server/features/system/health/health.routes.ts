import { sql } from 'drizzle-orm';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { jobList } from '../../../job-list.ts';
import type { App, Services } from '../../../platform/context.ts';
import { isFfmpegInstalled } from '../../../platform/media.ts';

const checkMilliseconds = 5_000;

/** Liveness, readiness, and metrics for Prometheus. */
export async function healthRoutes(app: App): Promise<void> {
  const { services } = app;
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'alive' }));

  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const parts = await readiness(services);
    const ready = Object.values(parts).every((part) => part.ok || part.optional);
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

interface Part {
  ok: boolean;
  /** The product works without it. */
  optional?: true;
  message?: string;
}

async function readiness({ db, storage, jobs, mailer, texter }: Services): Promise<Record<string, Part>> {
  const [database, files, queue, mail, sms, ffmpeg] = await Promise.all([
    probe(() => db.execute(sql`select 1`)),
    probe(() => storage.check()),
    probe(async () => Promise.all(jobList.slice(0, 1).map((job) => jobs.backlog(job)))),
    probe(() => mailer.check()),
    probe(() => texter.check()),
    probe(async () => {
      if (!(await isFfmpegInstalled()))
        throw new Error('ffmpeg and ffprobe are not installed: films and sound wait for review');
    }),
  ]);
  return {
    database,
    files,
    queue,
    mail: { ...mail, optional: true },
    sms: { ...sms, optional: true },
    ffmpeg: { ...ffmpeg, optional: true },
  };
}

async function probe(check: () => Promise<unknown>): Promise<Part> {
  let timeout: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timeout = setTimeout(() => reject(new Error('no answer in time')), checkMilliseconds);
  });
  try {
    await Promise.race([check(), late]);
    return { ok: true };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : 'failed' };
  } finally {
    clearTimeout(timeout);
  }
}

function isLoopback(address: string): boolean {
  return address === '127.0.0.1' || address === '::1' || address === '::ffff:127.0.0.1';
}
