import { expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { lettersTo, mailTo } from '../../../../../test/mailbox.ts';
import { deliveriesOf, startDelivery } from '../../../../../test/started-delivery.ts';
import { deliverBatch } from './deliver-batch.ts';

const clock = createTestClock('2030-05-04T12:00:00Z');
const lines: string[] = [];
const testApp = await startTestApp({ clock, env: { LOG_LEVEL: 'error' }, onLog: (line) => lines.push(line) });
const { services } = testApp;

test('a letter whose link would not open, since another secret is set, is not sent, and says why; with the right one it is', async () => {
  const maya = 'maya.with.a.dead.link@example.com';
  const started = await startDelivery(testApp, { people: [{ email: maya }] });
  const delivery = async () => (await deliveriesOf(testApp, started))[0];
  const { id = '' } = (await delivery()) ?? {};
  const appSecret = { ...services.appSecret, links: 'another secret that is long enough too' };
  for (let times = 0; times < 3; times++) {
    await deliverBatch({ ...services, appSecret }, [id]);
    clock.advance(60 * 60);
  }
  const errorMessage = 'Its link would not open: LINK_SECRET is not the one it was made with.';
  expect(await delivery()).toMatchObject({ status: 'pending', errorMessage });
  expect(lines.join()).toContain(id);
  expect(await mailTo(services, maya)).toEqual([]);

  await deliverBatch(services, [id]);
  expect(await delivery()).toMatchObject({ status: 'delivered', errorMessage: null });
  expect(await lettersTo(services, maya)).toBe(1);
});
