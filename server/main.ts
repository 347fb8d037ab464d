import { setTimeout as delay } from 'node:timers/promises';
import { buildApp } from './app.ts';
import { type Config, ConfigError, readConfig } from './platform/config.ts';
import type { App } from './platform/context.ts';
import { createLog, type Log } from './platform/log.ts';
import { isFfmpegInstalled } from './platform/media.ts';
import { openServices } from './services.ts';
import { startWorker } from './worker.ts';

const requiredNodeMajor = 24;
const drainSeconds = 25;
const portWaitSeconds = 10;

/** One process of the product: HTTP, workers or both, until it receives a signal. */
async function main(): Promise<void> {
  assertNodeVersion();
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const running = start(config, log);
  stopOnSignals(running, log);
  await running;
  await logStart(config, log);
}

interface Running {
  stop(): Promise<void>;
}

async function start(config: Config, log: Log): Promise<Running> {
  const { services, close } = await openServices(config, log);
  const worker = config.role === 'web' ? undefined : await startWorker(services);
  const app = config.role === 'worker' ? undefined : await buildApp(services);
  if (app) await listen(app, config, log);
  return {
    async stop() {
      await app?.close();
      await worker?.stop();
      await close(drainSeconds / 2);
    },
  };
}

/** A signal during start-up waits until start-up has finished, so that nothing stays open. */
function stopOnSignals(running: Promise<Running>, log: Log): void {
  let stopping = false;
  const stop = async (reason: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ reason }, 'stopping: finishing work in progress');
    setTimeout(() => process.exit(1), (drainSeconds + 4) * 1000).unref();
    await running.then((parts) => parts.stop());
    log.info('stopped');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
  process.on('disconnect', () => void stop('the process that started this one is gone'));
}

function assertNodeVersion(): void {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < requiredNodeMajor)
    throw new Error(
      `Long After needs Node ${requiredNodeMajor}; this is ${process.versions.node}. Use "npm start".`,
    );
}

/** After a crash the previous process may hold the port for a moment longer. */
async function listen(app: App, config: Config, log: Log): Promise<void> {
  for (let waited = 0; ; waited++) {
    try {
      await app.listen({ host: config.host, port: config.port });
      return;
    } catch (error) {
      const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      if (!taken || waited >= portWaitSeconds)
        throw taken ? new Error(`Port ${config.port} on ${config.host} is taken by another program.`) : error;
      if (waited === 0) log.warn({ port: config.port }, 'the port is still in use; waiting for it');
      await delay(1000);
    }
  }
}

async function logStart(config: Config, log: Log): Promise<void> {
  if (config.mail.kind === 'mailbox')
    log.warn('no mail server is configured: messages are stored and shown on /dev/mailbox');
  if (config.role !== 'web' && !(await isFfmpegInstalled())) {
    log.warn('ffmpeg is not installed: films and sound will wait for a person to review them');
  }
  if (config.role === 'worker') {
    log.info('the worker is ready');
    return;
  }
  log.info({ url: config.publicUrl }, 'ready');
  process.stdout.write(`\n  Long After is ready:  ${config.publicUrl}\n`);
  if (config.devMailbox) process.stdout.write(`  Its mailbox:          ${config.publicUrl}/dev/mailbox\n\n`);
}

main().catch((error: unknown) => {
  const plain = error instanceof ConfigError || error instanceof Error;
  process.stderr.write(`${plain ? error.message : String(error)}\n`);
  if (process.env.LOG_LEVEL === 'debug' && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});
