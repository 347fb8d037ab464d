import { flushCompileCache } from 'node:module';
import { buildApp, buildHealthApp } from './app.ts';
import { checkInstallation } from './check-installation.ts';
import { createFirstStaff } from './features/accounts/auth/staff/staff.ts';
import { type Config, readConfig } from './platform/config.ts';
import { listen } from './platform/http/listen.ts';
import { createLog, type Log } from './platform/log.ts';
import { describeConfinement, findConfinement } from './platform/media/confinement.ts';
import { isFfmpegInstalled } from './platform/media.ts';
import { openServices } from './services.ts';
import { checkSettings } from './start-checks.ts';
import { startWorker } from './worker.ts';

const requiredNodeMajor = 24;
const drainSeconds = 25;
/** By then everything that runs continuously has started. */
const settledSeconds = 5;
const stopping = new AbortController();

/** One process of the product: HTTP, workers or both, until it receives a signal. */
async function main(): Promise<void> {
  assertNodeVersion();
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const running = start(config, log);
  stopOnSignals(running, log);
  await running;
  await logStart(config, log);
  // Node saves its compile cache only when a process exits by itself; the next start should be quick after a crash,
  // too.
  flushCompileCache();
  setTimeout(giveBackMemory, settledSeconds * 1000).unref();
}

/** Loading the modules leaves V8's heap a quarter larger than it needs to be, and an idle process would never shrink it. */
function giveBackMemory(): void {
  globalThis.gc?.({ type: 'major', flavor: 'last-resort' });
}

interface Running {
  stop(): Promise<void>;
}

async function start(config: Config, log: Log): Promise<Running> {
  const { services, close } = await openServices(config, log, { signal: stopping.signal });
  await checkSettings(services);
  await checkInstallation(services);
  await createFirstStaff(services);
  const worker = config.role === 'web' ? undefined : await startWorker(services);
  const app = config.role === 'worker' ? await buildHealthApp(services) : await buildApp(services);
  await listen(app, config, log);
  return {
    async stop() {
      await app.close();
      await worker?.stop();
      await close(drainSeconds / 2);
    },
  };
}

/** A signal during start-up ends the wait for a database; otherwise it takes effect once start-up has finished, so that nothing stays open. */
function stopOnSignals(running: Promise<Running>, log: Log): void {
  const stop = async (reason: string) => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    log.info({ reason }, 'stopping: finishing work in progress');
    setTimeout(() => process.exit(1), (drainSeconds + 4) * 1000).unref();
    await running.then((parts) => parts.stop(), assertGivenUp);
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

async function logStart(config: Config, log: Log): Promise<void> {
  if (config.mail.kind === 'mailbox')
    log.warn('no mail server is configured: messages are stored and not sent');
  if (config.role !== 'web' && !(await isFfmpegInstalled().catch(() => true))) {
    log.warn(
      'ffmpeg is not installed: videos get no still and no version for every browser, and AVI waits for review',
    );
  }
  if (config.role !== 'web') {
    const confinement = await findConfinement();
    log.info(confinement, describeConfinement(confinement));
  }
  if (config.role === 'worker') {
    log.info('the worker is ready');
    return;
  }
  log.info({ url: config.publicUrl }, 'ready');
  process.stdout.write(`\n  Long After is ready:  ${config.publicUrl}\n`);
  if (config.devMailbox !== 'off')
    process.stdout.write(`  Its mailbox:          ${config.publicUrl}/dev/mailbox\n\n`);
}

/** A start that was abandoned because of a signal is not an error. */
function assertGivenUp(error: unknown): void {
  if (!isGivenUp(error)) throw error;
}

function isGivenUp(error: unknown): boolean {
  return stopping.signal.aborted && error instanceof Error && error.name === 'AbortError';
}

main().catch((error: unknown) => {
  if (isGivenUp(error)) return;
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  if (process.env.LOG_LEVEL === 'debug' && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});
