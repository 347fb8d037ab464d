import { Agent, type IncomingMessage, request } from 'node:http';
import type { multipart } from '../../multipart.ts';

/** What came back over the socket. A killed process returns nothing; the call then rejects. */
export interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  bytes: Buffer;
  json<T>(): T;
}

export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  token?: string;
  json?: unknown;
  form?: ReturnType<typeof multipart>;
  /** Connections to reuse; without it each call has its own. */
  agent?: Agent;
}

/** A connection that broke, or was never established, before there was a response. */
export class BrokenCall extends Error {
  readonly code: string | undefined;
  /** It had been kept alive from an earlier response, so the other end may have closed it as unused. */
  readonly onKeptConnection: boolean;

  constructor(cause: Error, onKeptConnection: boolean) {
    super(`The call broke: ${cause.message}`, { cause });
    this.code = 'code' in cause ? String(cause.code) : undefined;
    this.onKeptConnection = onKeptConnection;
  }
}

const answerWithinMilliseconds = 120_000;

/** One request over a real connection. Rejects if the connection breaks before the response is complete. */
export function call(address: string, options: Call): Promise<Answer> {
  const { method = 'GET', path, token, json, form, agent = new Agent() } = options;
  const body = form?.payload ?? (json === undefined ? undefined : Buffer.from(JSON.stringify(json)));
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(json !== undefined && { 'content-type': 'application/json' }),
    ...form?.headers,
    ...(body && { 'content-length': body.length }),
  };
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(answerWithinMilliseconds);
    const sending = request(`${address}${path}`, { method, headers, agent, signal }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        if (incoming.complete) resolve(answerOf(incoming, Buffer.concat(chunks)));
        else reject(new Error('The answer was cut'));
      });
    });
    sending.on('error', (cause) => reject(new BrokenCall(cause, sending.reusedSocket)));
    sending.end(body);
  });
}

function answerOf({ statusCode = 0, headers }: IncomingMessage, bytes: Buffer): Answer {
  return { status: statusCode, headers, bytes, json: <T>() => JSON.parse(bytes.toString('utf8')) as T };
}
