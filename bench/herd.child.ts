/**
 * A worker process of the product. Without a mail server its messages go nowhere, so what is measured is our own cost
 * of a delivery. Replies over IPC with how many it has sent.
 */
import { readConfig } from '../server/platform/config.ts';
import { createLog } from '../server/platform/log.ts';
import type { Mailer } from '../server/platform/mail/mail.ts';
import { openServices } from '../server/services.ts';
import { startWorker } from '../server/worker.ts';

const config = readConfig(process.env);
const { services, close } = await openServices(config, createLog('error'));
let sent = 0;
const mailer: Mailer = {
  ...services.mailer,
  async send(mail) {
    if (config.mail.kind === 'smtp') await services.mailer.send(mail);
    sent += 1;
  },
};
const worker = await startWorker({ ...services, mailer });

process.on('message', () => process.send?.(sent));
process.on('SIGTERM', async () => {
  await worker.stop();
  await close(5);
  process.exit();
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
