import { print, readOptions, runWithServices } from '../server/command.ts';
import { settleMissedCheckouts } from '../server/features/billing/payments/payment-events/settle-missed.ts';
import {
  syncAllSubscriptions,
  syncSubscription,
} from '../server/features/billing/subscriptions/subscriptions.ts';
import { OperatorError } from '../server/platform/errors.ts';
import { paymentEffects } from '../server/wiring.ts';

const usage = `Use: npm run billing:sync
  -- <the provider’s id of a subscription>   asks about this one only
  -- --forget-unknown                        after a move to another account at the provider: what it does not know has ended`;

/**
 * `npm run billing:sync`: asks the payment provider about every subscription, and every payment that it has not reported, and
 * corrects our records. Exits with 1 if a response is missing.
 */
await runWithServices(async (services) => {
  const [one, ...more] = process.argv.slice(2);
  if (more.length > 0) throw new OperatorError(usage);
  if (one && !one.startsWith('-')) {
    await syncSubscription(services, paymentEffects, one);
    print(`${one} is as the payment provider has it`);
    return 0;
  }
  const options = readOptions({ 'forget-unknown': { type: 'boolean' } }, usage);
  await settleMissedCheckouts(services, paymentEffects);
  const { synced, failed } = await syncAllSubscriptions(services, paymentEffects, {
    forgetsUnknown: options['forget-unknown'],
  });
  print(`${synced} subscriptions are as the payment provider has them; ${failed} could not be asked about`);
  return failed > 0 ? 1 : 0;
});
