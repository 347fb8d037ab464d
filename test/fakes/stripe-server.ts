/**
 * Stripe's API on loopback, as far as we use it. It keeps customers, prices, subscriptions, schedules and
 * invoices by its own clock, which `advance` moves. The real package talks to it over HTTP.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { StripeBooks } from './stripe-books.ts';
import { parseForm, StripeRefusal } from './stripe-form.ts';
import { stripeOperations } from './stripe-operations.ts';

const webhookSecret = 'whsec_of_the_fake';
const secretKey = 'sk_test_of_the_fake';

export interface FakeStripe {
  /** The product's settings for using it. */
  env: Record<'PUBLIC_URL' | 'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_API_URL', string>;
  books: StripeBooks;
  /** The requests it received, as `POST /v1/prices`. */
  asked: string[];
  /** Returns 503 while true. */
  isAway: boolean;
  /** Returns 401 while true. */
  revokesKey: boolean;
  /** Returns 500 for these requests, and remembers that by their idempotency key, as Stripe does for a day. */
  breaksAt: RegExp | undefined;
  /** Returns 400 for these requests. */
  refuses: RegExp | undefined;
  /** Called after a request was carried out; if it returns false, the server hangs up instead of responding. */
  answers: (asked: string) => boolean;
  /** The signature header for an event's text. */
  sign(payload: string, options?: { at?: Date; secret?: string }): string;
  close(): Promise<void>;
}

export async function startStripeServer(now: Date): Promise<FakeStripe> {
  const books = new StripeBooks(now);
  const asked: string[] = [];
  const broken = new Set<string>();
  const stripe = new Stripe(secretKey);
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    asked.push(`${request.method} ${url.pathname}`);
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (fake.isAway) return answer(503, { error: { type: 'api_error', message: 'away' } });
    if (fake.revokesKey || request.headers.authorization !== `Bearer ${secretKey}`)
      return answer(401, {
        error: { type: 'invalid_request_error', message: `Invalid API key: ${secretKey}` },
      });
    if (fake.refuses?.test(`${request.method} ${url.pathname}`))
      return answer(400, { error: { type: 'invalid_request_error', message: 'refused' } });
    const idempotencyKey = String(request.headers['idempotency-key'] ?? '');
    if (fake.breaksAt?.test(`${request.method} ${url.pathname}`)) broken.add(idempotencyKey);
    if (broken.has(idempotencyKey)) return answer(500, { error: { type: 'api_error', message: 'broken' } });
    const form = parseForm(request.method === 'POST' ? await textOf(request) : url.search.slice(1));
    try {
      const done = books.once(idempotencyKey, () =>
        stripeOperations(books, request.method ?? '', url.pathname, form),
      );
      if (!fake.answers(`${request.method} ${url.pathname}`)) return request.socket.destroy();
      return answer(200, done);
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error;
      return answer(error.status, { error: { type: error.type, code: error.code, message: error.message } });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const fake: FakeStripe = {
    env: {
      PUBLIC_URL: 'http://localhost:3000',
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: `http://127.0.0.1:${port}`,
    },
    books,
    asked,
    isAway: false,
    revokesKey: false,
    breaksAt: undefined,
    refuses: undefined,
    answers: () => true,
    sign: (payload, { at = books.now, secret = webhookSecret } = {}) =>
      stripe.webhooks.generateTestHeaderString({
        payload,
        secret,
        timestamp: Math.floor(at.getTime() / 1000),
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return fake;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of request) text += String(piece);
  return text;
}
