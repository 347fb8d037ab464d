/**
 * Twilio's message API on loopback, as far as we use it: create, list, fetch the account. `behave` decides
 * for each request how a "create" is answered.
 */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedText {
  sid: string;
  to: string;
  from: string;
  body: string;
}

/**
 * - `accept`: kept, with a normal response.
 * - `drop`: kept, but the connection is cut without a response. `drop-unkept`: cut without being kept.
 * - `stall`: kept, without ever responding.
 * - status and code: refused with Twilio's error body.
 */
export type TwilioReaction = 'accept' | 'drop' | 'drop-unkept' | 'stall' | { status: number; code: number };

export interface FakeTwilio {
  url: string;
  messages: ReceivedText[];
  behave(react: (text: ReceivedText) => TwilioReaction): void;
  close(): Promise<void>;
}

/** Starts it for one account; other credentials get a 401. */
export async function startTwilioServer(account: {
  sid: string;
  token: string;
  port?: number;
}): Promise<FakeTwilio> {
  const messages: ReceivedText[] = [];
  let react: (text: ReceivedText) => TwilioReaction = () => 'accept';
  const expected = `Basic ${Buffer.from(`${account.sid}:${account.token}`).toString('base64')}`;

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (request.headers.authorization !== expected)
      return answer(response, 401, errorBody(20003, 'Authenticate'));
    if (url.pathname === `/2010-04-01/Accounts/${account.sid}.json`)
      return answer(response, 200, { sid: account.sid });
    if (url.pathname !== `/2010-04-01/Accounts/${account.sid}/Messages.json`) {
      return answer(response, 404, errorBody(20404, 'Not found'));
    }
    if (request.method === 'GET') {
      const to = url.searchParams.get('To');
      return answer(response, 200, {
        messages: messages
          .filter((text) => text.to === to)
          .map(present)
          .reverse(),
      });
    }
    const text = await readText(request, messages.length);
    carryOut(react(text), text, messages, response);
  });
  await new Promise<void>((resolve) => server.listen(account.port ?? 0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    messages,
    behave(next) {
      react = next;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function carryOut(
  reaction: TwilioReaction,
  text: ReceivedText,
  messages: ReceivedText[],
  response: ServerResponse,
) {
  if (typeof reaction === 'object') {
    const { status, code } = reaction;
    return answer(response, status, errorBody(code, `Refused: ${text.to}`));
  }
  if (reaction !== 'drop-unkept') messages.push(text);
  if (reaction === 'accept') return answer(response, 201, present(text));
  if (reaction !== 'stall') response.destroy();
}

async function readText(request: IncomingMessage, index: number): Promise<ReceivedText> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
  return {
    sid: `SM${String(index).padStart(32, '0')}`,
    to: form.get('To') ?? '',
    from: form.get('From') ?? form.get('MessagingServiceSid') ?? '',
    body: form.get('Body') ?? '',
  };
}

function present(text: ReceivedText) {
  return { ...text, status: 'queued', date_created: 'Thu, 01 Jan 2026 00:00:00 +0000' };
}

function errorBody(code: number, message: string) {
  return { code, message, more_info: 'https://www.twilio.com/docs/errors' };
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
