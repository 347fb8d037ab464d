/**
 * `npm run billing:sync`: asks the payment provider about every payment that was not reported and every subscription, and makes
 * our records agree with it, while the product runs or not. `-- <subscription id of the provider>` asks about one. Exits with 1
 * where something could not be asked.
 */
import { settleMissedCheckouts } from '../server/features/billing/payments/payment-events/payment-events.ts';
import {
  syncAllSubscriptions,
  syncSubscription,
} from '../server/features/billing/subscriptions/subscriptions.ts';
import { readConfig } from '../server/platform/config.ts';
import { createLog } from '../server/platform/log.ts';
import { openServices } from '../server/services.ts';
import { paymentEffects } from '../server/wiring.ts';

const config = readConfig(process.env);
const { services, close } = await openServices({ ...config, role: 'web' }, createLog('warn'));
try {
  const [one] = process.argv.slice(2);
  if (one) {
    await syncSubscription(services, paymentEffects, one);
    process.stdout.write(`${one} is as the payment provider has it\n`);
  } else {
    await settleMissedCheckouts(services, paymentEffects);
    const { synced, failed } = await syncAllSubscriptions(services, paymentEffects);
    process.stdout.write(
      `${synced} subscriptions are as the payment provider has them; ${failed} could not be asked about\n`,
    );
    process.exitCode = failed > 0 ? 1 : 0;
  }
} finally {
  await close(1);
}
