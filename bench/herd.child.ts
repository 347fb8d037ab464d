/**
 * A worker process of the product. Without a mail server its messages go nowhere, so that only our own cost
 * of a delivery is measured. Replies over IPC with the number that it has sent.
 */
import { concurrentReleases } from '../server/features/after-death/death-cases/death-reports/windows.ts';
import { release } from '../server/features/after-death/death-cases/releases/releases.ts';
import { readConfig } from '../server/platform/config.ts';
import { inTransaction } from '../server/platform/database.ts';
import { newId } from '../server/platform/ids.ts';
import { createLog } from '../server/platform/log.ts';
import type { Mailer } from '../server/platform/mail/mail.ts';
import { forEachConcurrently } from '../server/platform/sweeps.ts';
import { openServices } from '../server/services.ts';
import { startWorker } from '../server/worker.ts';

const config = readConfig(process.env);
const { services, close } = await openServices(config, createLog('error'));
let sent = 0;
const mailer: Mailer = {
  ...services.mailer,
  async send(mail) {
    if (config.mail.kind === 'smtp') await services.mailer.send(mail);
    else await mail.onAccepted?.();
    sent += 1;
  },
};
const worker = await startWorker({ ...services, mailer });

/** Releases these owners, one transaction each and several at once, as the sweep of objection windows does. */
function releaseAll(userIds: readonly string[]): Promise<void> {
  return forEachConcurrently(userIds, concurrentReleases, async (userId) => {
    await inTransaction(services.db, (tx) => release(tx, services, { userId, reportId: newId() }));
  });
}

process.on('message', async ({ release = [] }: { release?: string[] }) => {
  await releaseAll(release);
  process.send?.(sent);
});
process.on('SIGTERM', async () => {
  await worker.stop();
  await close(5);
  process.exit();
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
