/** Reads the bounce mailbox once, as a worker does every minute, in a process that a test can kill. */
import { readBounceMailbox } from '../../../server/features/delivery/deliveries/bounces/read-mailbox.ts';
import { readConfig } from '../../../server/platform/config.ts';
import { createLog } from '../../../server/platform/log.ts';
import { openServices } from '../../../server/services.ts';

const config = readConfig(process.env);
const { services, close } = await openServices(config, createLog(config.logLevel));
await readBounceMailbox(services);
await close(1);
