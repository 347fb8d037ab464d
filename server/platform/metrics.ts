import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Clock } from './clock.ts';
import { MessageFault } from './mail/mail.ts';

/** What this process counts of its own work, for `/metrics`. */
export interface Metrics {
  registry: Registry;
  /** Wraps `send` so that its outcomes are counted. */
  counted<Message>(
    channel: Channel,
    send: (message: Message) => Promise<void>,
  ): (message: Message) => Promise<void>;
  /** A timer has run, without an error. */
  timerRan(name: string): void;
  /** How many rows a sweep failed for; called with 0 too, so that the metric exists from its first run on. */
  sweepFailed(name: string, rows: number): void;
  /** A request was answered completely. */
  requestAnswered(statusCode: number, seconds: number): void;
}

type Channel = 'mail' | 'sms';
const outcomes = ['accepted', 'temporary', 'permanent', 'unknown'] as const;
const statusClasses = ['2xx', '3xx', '4xx', '5xx'] as const;
/** From a cached page to a video. */
const durationBuckets = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 60];

export function createMetrics({
  clock,
  dataDir,
}: {
  clock: Pick<Clock, 'uptimeSeconds'>;
  dataDir: string;
}): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const messages = new Counter({
    name: 'long_after_messages_total',
    help: 'Messages handed over by this process, by what the mail server or the provider of text messages made of them.',
    labelNames: ['channel', 'outcome'],
    registers,
  });
  for (const channel of ['mail', 'sms']) {
    for (const outcome of outcomes) messages.inc({ channel, outcome }, 0);
  }
  const sweepFailures = new Counter({
    name: 'long_after_sweep_failures_total',
    help: 'Rows that a sweep of this process could not deal with, counted each time.',
    labelNames: ['sweep'],
    registers,
  });
  const requests = new Histogram({
    name: 'long_after_http_request_seconds',
    help: 'Time from a request to the end of its answer, by the class of its status.',
    labelNames: ['status'],
    buckets: durationBuckets,
    registers,
  });
  for (const status of statusClasses) requests.zero({ status });
  const lastRuns = new Map<string, number>();
  new Gauge({
    name: 'long_after_timer_age_seconds',
    help: 'Time since a timer of this process last ran without an error.',
    labelNames: ['timer'],
    registers,
    collect() {
      for (const [timer, at] of lastRuns) this.set({ timer }, clock.uptimeSeconds() - at);
    },
  });
  measureDisk(dataDir, registry);
  return {
    registry,
    counted: (channel, send) => async (message) => {
      try {
        await send(message);
        messages.inc({ channel, outcome: 'accepted' });
      } catch (error) {
        messages.inc({ channel, outcome: error instanceof MessageFault ? error.kind : 'temporary' });
        throw error;
      }
    },
    timerRan: (name) => lastRuns.set(name, clock.uptimeSeconds()),
    sweepFailed: (sweep, rows) => sweepFailures.inc({ sweep }, rows),
    requestAnswered: (statusCode, seconds) =>
      requests.observe({ status: `${Math.floor(statusCode / 100)}xx` }, seconds),
  };
}

function measureDisk(dataDir: string, registry: Registry): void {
  const gauge = (name: string, help: string, bytesOf: (disk: StatsFs) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(bytesOf(await statfs(dataDir)));
      },
    });
  gauge(
    'long_after_data_dir_free_bytes',
    'Free space on the disk that holds DATA_DIR.',
    ({ bavail, bsize }) => bavail * bsize,
  );
  gauge(
    'long_after_data_dir_size_bytes',
    'Size of the disk that holds DATA_DIR.',
    ({ blocks, bsize }) => blocks * bsize,
  );
}

/** Counts and times every response, except event streams, which last as long as the page that listens. */
export function measureRequests(app: FastifyInstance, metrics: Pick<Metrics, 'requestAnswered'>): void {
  app.addHook('onResponse', (_request, { raw, elapsedTime }, done) => {
    if (raw.getHeader('content-type') !== 'text/event-stream')
      metrics.requestAnswered(raw.statusCode, elapsedTime / 1000);
    done();
  });
}
