import { sql } from 'drizzle-orm';
import { Gauge, Registry } from 'prom-client';
import { jobList } from '../../../job-list.ts';
import type { Metric, ReadMetrics } from '../../../platform/context.ts';
import { measureDifference } from '../../../platform/database-time.ts';
import { lastBackup } from './backups/backups.ts';
import type { Readiness } from './health.ts';

export const queueMetrics: ReadMetrics = async ({ jobs }) => [
  {
    name: 'long_after_jobs',
    help: 'Jobs that wait or run.',
    samples: await Promise.all(
      jobList.map(async (job) => ({ labels: { job: job.name }, value: await jobs.backlog(job) })),
    ),
  },
];

export const clockMetrics: ReadMetrics = async ({ db, clock }) => [
  {
    name: 'long_after_clock_difference_seconds',
    help: "How far the clock of this process is ahead of the database's, or behind it where negative.",
    samples: [{ value: (await measureDifference(db, clock)).seconds }],
  },
];

export const databaseMetrics: ReadMetrics = async ({ db }) => {
  const { rows } = await db.execute<{ bytes: number }>(
    sql`select pg_database_size(current_database())::float8 as bytes`,
  );
  return [
    {
      name: 'long_after_database_bytes',
      help: 'Size of the database on its disk.',
      samples: rows.map(({ bytes }) => ({ value: bytes })),
    },
  ];
};

/** Without a backup these metrics are missing, rather than 0. */
export const backupMetrics: ReadMetrics = async ({ db, clock }) => {
  const last = await lastBackup(db);
  if (!last) return [];
  const seconds = (clock.now().getTime() - last.finishedAt.getTime()) / 1000;
  return [
    {
      name: 'long_after_backup_age_seconds',
      help: 'Time since the last backup was finished; absent until the first.',
      samples: [{ value: seconds }],
    },
    {
      name: 'long_after_backup_missing_files',
      help: 'Stored files that the last backup lacks, or holds damaged.',
      samples: [{ value: last.faults }],
    },
  ];
};

export function readinessMetric({ parts }: Readiness): Metric {
  return {
    name: 'long_after_ready',
    help: 'Whether a part that this process needs works (1) or not (0), as in /readyz.',
    samples: Object.entries(parts).map(([part, { ok }]) => ({ labels: { part }, value: Number(ok) })),
  };
}

/** In the text format of Prometheus. */
export function printMetrics(metrics: readonly Metric[]): Promise<string> {
  const registry = new Registry();
  for (const { name, help, samples } of metrics) {
    const labelNames = Object.keys(samples[0]?.labels ?? {});
    const gauge = new Gauge({ name, help, labelNames, registers: [registry] });
    for (const { labels = {}, value } of samples) gauge.set(labels, value);
  }
  return registry.metrics();
}
