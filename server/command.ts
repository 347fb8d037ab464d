import { mkdir } from 'node:fs/promises';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { DrizzleQueryError } from 'drizzle-orm';
import { type Config, readConfig } from './platform/config.ts';
import type { Services } from './platform/context.ts';
import { AppError, OperatorError } from './platform/errors.ts';
import { createLog } from './platform/log.ts';
import { joinEmbeddedPostgres } from './platform/postgres/embedded-postgres.ts';
import { openServices } from './services.ts';

/**
 * Runs a command on this installation, whether the product is running or not, and exits with the code that `work`
 * returns. A failure is reported in one sentence.
 */
export async function runCommand(work: (config: Config) => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work(readConfig(process.env));
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`${describeFailure(error)}\n`);
    if (process.env.LOG_LEVEL === 'debug' && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  }
}

function describeFailure(error: unknown): string {
  if (error instanceof OperatorError || error instanceof AppError) return error.message;
  // What PostgreSQL says, without the whole statement and its values.
  const reason = error instanceof DrizzleQueryError ? (error.cause ?? error) : error;
  return `It failed: ${reason instanceof Error ? reason.message : String(reason)}`;
}

/** The same, with all services open. This process takes no jobs. */
export function runWithServices(work: (services: Services) => Promise<number>): Promise<void> {
  return runCommand(async (config) => {
    const { services, close } = await openServices({ ...config, role: 'web' }, createLog('warn'));
    try {
      return await work(services);
    } finally {
      await close(1);
    }
  });
}

/** Opens the database for `work`, which gets its URL. */
export async function withDatabase<T>(
  { dataDir, databaseUrl }: Config,
  work: (url: string) => Promise<T>,
): Promise<T> {
  if (databaseUrl) return work(databaseUrl);
  await mkdir(dataDir, { recursive: true });
  const embedded = await joinEmbeddedPostgres({ dataDir, log: createLog('warn') });
  try {
    return await work(embedded.url);
  } finally {
    await embedded.leave();
  }
}

/** Parses the command line; after a mistake the error explains the usage. */
export function readOptions<T extends ParseArgsOptionsConfig>(options: T, usage: string) {
  try {
    return parseArgs({ options }).values;
  } catch (cause) {
    throw new OperatorError(usage, { cause });
  }
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
