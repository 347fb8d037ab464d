import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { startStripeServer } from '../test/fakes/stripe-server.ts';
import { type Benchmark, median, milliseconds, percentile, rounded } from './harness.ts';
import { type Herd, withHerd } from './herd.ts';
import { startProduct } from './programs.ts';

export const billingWebhook: Benchmark = {
  name: 'billing.webhook',
  about:
    'milliseconds until an event of the payment provider is stored and answered, beside a worker that delivers',
  async run({ folder, quick }) {
    const stripe = await startStripeServer(new Date());
    const settings = { ROLE: 'web', DATA_DIR: join(folder, 'herd'), ...stripe.env };
    const letters = quick ? 10_000 : 100_000;
    const times = await withHerd(folder, {}, async (herd) => {
      const product = await startProduct(settings);
      const send = (count: number) =>
        sendEvents(herd, `${product.url}/api/stripe/webhook`, stripe.sign, count);
      await send(50); // until it is compiled
      const alone = await send(quick ? 50 : 300);
      const delivered = herd.deliver(letters, new Date());
      const beside = await send(quick ? 100 : 500);
      await delivered;
      await product.stop();
      return { alone, beside };
    });
    await stripe.close();
    return [
      {
        name: 'billing.webhook',
        value: median(times.beside),
        unit: 'ms',
        bar: { atMost: 50 },
        details: `median of ${times.beside.length}, one after the other, beside ${letters} letters due; 95 %: ${rounded(percentile(times.beside, 0.95))} ms; without them ${rounded(median(times.alone))} ms`,
      },
    ];
  },
};

let events = 0;

/** Returns the milliseconds of each. */
async function sendEvents(
  { db }: Herd,
  url: string,
  sign: (payload: string, options: { at: Date }) => string,
  count: number,
): Promise<number[]> {
  const times: number[] = [];
  for (let sent = 0; sent < count; sent++) {
    events += 1;
    const object = { object: 'checkout.session', id: `cs_test_${events}` };
    const event = {
      id: `evt_${events}`,
      object: 'event',
      type: 'checkout.session.completed',
      livemode: false,
    };
    const body = JSON.stringify({ ...event, data: { object } });
    const headers = {
      'content-type': 'application/json',
      'stripe-signature': sign(body, { at: new Date() }),
    };
    const took = await milliseconds(async () => {
      const { status } = await fetch(url, { method: 'POST', headers, body });
      if (status !== 204) throw new Error(`the webhook answered ${status}`);
    });
    times.push(took);
  }
  // The benchmark's worker only delivers.
  await db.execute(sql`delete from pgboss.job where name = 'apply-payment-notice'`);
  return times;
}
