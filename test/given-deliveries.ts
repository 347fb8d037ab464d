/** What tests of given versions do with deliveries: attempt them, open their links, and check that everything still agrees. */
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { deliveryQueue } from '../server/features/delivery/deliveries/deliveries.table.ts';
import { eraseUnusedVersions } from '../server/features/delivery/deliveries/given/given.ts';
import { deliveryId, deliveryToken } from '../server/features/delivery/deliveries/message/message.ts';
import { findDifferences } from '../server/features/delivery/deliveries/reconcile.ts';
import type { Outcome } from '../server/features/delivery/deliveries/send/outcome.ts';
import { recordOutcomes } from '../server/features/delivery/deliveries/send/record-outcomes.ts';
import { sendDelivery } from '../server/features/delivery/deliveries/send/send-delivery.ts';
import { eraseFilesHandler } from '../server/features/system/stored-files/stored-files.jobs.ts';
import { requireFound } from '../server/platform/errors.ts';
import { storedFileKinds } from '../server/wiring.ts';
import type { ReceivedMemories } from '../shared/delivery/received.ts';
import type { TestApp } from './app.ts';
import { createSchedule } from './factories.ts';
import { drawing, type MediaFile } from './media.ts';
import { openBrowser } from './recipient-browser.ts';
import { claimFor, type Started } from './started-delivery.ts';

export const drawnPhoto = async (width: number): Promise<MediaFile> => ({
  name: `${width}.jpg`,
  contentType: 'image/jpeg',
  bytes: await drawing(width).jpeg().toBuffer(),
});

export function givenDeliveries(testApp: TestApp) {
  const { app, services } = testApp;
  const { db, clock } = services;
  /** No worker runs here, so what is never attempted stays where it is. At this time nothing is overdue. */
  const beginning = clock.now();

  const idOf = ({ scheduleId, recipients }: Started, index = 0) =>
    deliveryId({ scheduleId, recipientId: requireFound(recipients[index]).id });

  /** One attempt at the delivery to one of the recipients; without an outcome it is really sent. */
  async function attempt(started: Started, outcome?: Outcome, index = 0): Promise<void> {
    const id = idOf(started, index);
    await db.update(deliveryQueue).set({ attemptAfter: clock.now() }).where(eq(deliveryQueue.id, id));
    const delivery = await claimFor(testApp, started, started.recipients[index]);
    await recordOutcomes(services, [
      { delivery, outcome: outcome ?? (await sendDelivery(services, delivery)) },
    ]);
  }

  /** Everybody reads on one device, which their page knows from the first time on. */
  const browsers = new Map<string, ReturnType<typeof openBrowser>>();
  const browserOf = (recipientId: string) => {
    const browser = browsers.get(recipientId) ?? openBrowser(app);
    browsers.set(recipientId, browser);
    return browser;
  };

  /** The browser of one of the recipients, and what their link shows in it. */
  async function open(started: Started, index = 0) {
    const token = deliveryToken(services, idOf(started, index));
    const browser = browserOf(requireFound(started.recipients[index]).id);
    const read = async () => requireFound((await browser.open(token)).json<ReceivedMemories>().memories[0]);
    return { token, browser, read, shown: await read() };
  }

  async function schedule(started: Started, recipientIds: string[], inSeconds = 60): Promise<Started> {
    const deliveryDate = new Date(clock.now().getTime() + inSeconds * 1000).toISOString();
    const { id } = await createSchedule(started.owner, {
      memoryId: started.memoryId,
      deliveryDate,
      recipientIds,
    });
    return { ...started, scheduleId: id };
  }

  async function expectReconciled(): Promise<void> {
    expect(await findDifferences(db, beginning)).toEqual([]);
  }

  /** Does what the background jobs do with files whose rows are gone. */
  async function eraseWhatNobodyUses(keys: string[]): Promise<void> {
    await eraseUnusedVersions(services);
    await eraseFilesHandler(services, storedFileKinds)({ keys });
  }

  return { idOf, attempt, open, schedule, expectReconciled, eraseWhatNobodyUses };
}
