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
      /\/(received|trusted|keep-current|reset-password|verify-email|confirm-email|undo-email-change|undo-two-factor)\/[^/?#]+/g,
      '/$1/[token]',
    )
    .replace(/\?.*$/, '?…');
}

/** A JSON logger that never prints tokens, addresses or content. */
export function createLog(level: string, destination?: pino.DestinationStream): Log {
  const paths = secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`, `req.headers.${key}`]);
  const options = {
    level,
    redact: { paths: [...new Set(paths)], censor: '[removed]' },
    serializers: { err: describeError },
  };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * An error stripped of data: a failed query carries every value that was to be written, in its message, its stack and
 * fields of its own, and a PostgreSQL error carries the conflicting values.
 */
function describeError(error: unknown): object {
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
