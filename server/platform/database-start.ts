import { setTimeout as delay } from 'node:timers/promises';
import { ConfigError } from './config.ts';
import { isDatabaseUnavailable, postgresCode } from './database.ts';
import { databaseFault } from './database-check.ts';
import type { Log } from './log.ts';

const longestPauseSeconds = 30;

/** Errors that waiting does not fix, because the settings are wrong: PostgreSQL manual, appendix A, and Node's TLS errors. */
const wrongSettings = /^(28|3D000|42501)|SELF_SIGNED|CERT|UNABLE_TO_VERIFY/;

/**
 * Runs `step`, and retries with growing pauses as long as the database does not answer. Throws ConfigError if
 * waiting is of no use, and an AbortError if `signal` ends the wait.
 */
export async function untilDatabaseAnswers<T>(
  step: () => Promise<T>,
  { log, signal }: { log: Log; signal?: AbortSignal | undefined },
): Promise<T> {
  for (let seconds = 1; ; seconds = Math.min(2 * seconds, longestPauseSeconds)) {
    try {
      return await step();
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw explained(error);
      log.warn({ reason: databaseFault(error), nextTrySeconds: seconds }, 'waiting for the database');
      await delay(seconds * 1000, undefined, { signal });
    }
  }
}

function explained(error: unknown): unknown {
  const code = postgresCode(error) ?? '';
  if (wrongSettings.test(code)) return new ConfigError([`DATABASE_URL: ${databaseFault(error)}.`]);
  const isWithoutTls = error instanceof Error && /does not support SSL/.test(error.message);
  if (isWithoutTls) return new ConfigError(['DATABASE_URL: The server offers no encrypted connections.']);
  return error;
}
