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

/** Removes what a link lets its holder do from an address that goes to the log. */
export function withoutTokens(url: string): string {
  return url
    .replace(
      /\/(received|trusted|keep-current|reset-password|verify-email|confirm-email|undo-email-change)\/[^/?#]+/g,
      '/$1/[token]',
    )
    .replace(/\?.*$/, '?…');
}

/** A JSON logger that never prints tokens, addresses or content. */
export function createLog(level: string, destination?: pino.DestinationStream): Log {
  const paths = secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`, `req.headers.${key}`]);
  const options = { level, redact: { paths: [...new Set(paths)], censor: '[removed]' } };
  return destination ? pino(options, destination) : pino(options);
}
