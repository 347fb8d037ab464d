import { createRequire } from 'node:module';
import { DrizzleQueryError } from 'drizzle-orm';
import { pino } from 'pino';

export type Log = pino.Logger;

const secretKeys = [
  'password',
  'token',
  'code',
  'authorization',
  'cookie',
  'email',
  'to',
  'phone',
  'address',
  'content',
  'personalMessage',
  'html',
  'text',
];

/** Removes the token of a link from a URL before it is logged. */
export function withoutTokens(url: string): string {
  return url
    .replace(
      /\/(received|trusted|death-reports|report-a-death|alive|keep-current|reset-password|verify-email|confirm-email|confirm-second-email|undo-email-change|undo-two-factor)\/[^/?#]+/g,
      '/$1/[token]',
    )
    .replace(/\?.*$/, '?…');
}

/**
 * A logger that never prints tokens, addresses or content: a JSON object for each event or, on a terminal, one short line.
 */
export function createLog(
  level: string,
  destination?: pino.DestinationStream,
  isTerminal = destination === undefined && process.stdout.isTTY,
): Log {
  const paths = secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`, `req.headers.${key}`]);
  const options = {
    level,
    redact: { paths: [...new Set(paths)], censor: '[removed]' },
    serializers: { err: describeError },
  };
  const lines = destination ?? pino.destination(1);
  return pino(options, isTerminal ? shortLines(lines) : lines);
}

/** Shortens finished lines, from which everything secret has been removed. The library is loaded on terminals only. */
function shortLines(destination: pino.DestinationStream): pino.DestinationStream {
  const { prettyFactory }: typeof import('pino-pretty') = createRequire(import.meta.url)('pino-pretty');
  const shorten = prettyFactory({
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname',
    errorLikeObjectKeys: [],
    customPrettifiers: { err: shortError },
  });
  return { write: (line) => destination.write(shorten(line)) };
}

/** What happened, where in our code, and why. The whole stack is in the JSON only. */
function shortError(error: object | string): string {
  const { type, message, stack, cause } = error as LoggedError;
  const [, place] = stack?.match(/^(?!.*node_modules).*?([^/\\(]+:\d+):\d+\)?$/m) ?? [];
  return `${type}: ${message ?? ''}${place ? ` at ${place}` : ''}${cause ? `; cause: ${shortError(cause)}` : ''}`;
}

interface LoggedError {
  type: string;
  message?: string;
  fault?: unknown;
  stack?: string | undefined;
  cause?: LoggedError;
}

/**
 * An error stripped of data: a failed query carries every value that was to be written, in its message, its stack and
 * fields of its own, and a PostgreSQL error carries the conflicting values.
 */
function describeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, message, stack = '', cause } = error;
  return {
    type: name,
    message: error instanceof DrizzleQueryError ? `Failed query: ${error.query}` : message,
    ...('code' in error && { fault: error.code }),
    stack: stack.match(/^ +at .+$/gm)?.join('\n'),
    ...(cause !== undefined && { cause: describeError(cause) }),
  };
}
