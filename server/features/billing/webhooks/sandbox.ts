import type { z } from 'zod';
import type {
  SandboxMonths,
  SandboxPayment,
  SandboxRenewals,
} from '../../../../shared/billing/sandbox-payments.ts';
import type { Services } from '../../../platform/context.ts';
import { AppError, notFound, requireFound } from '../../../platform/errors.ts';
import {
  declineSandboxPayment,
  findSandboxPayment,
  paySandboxPayment,
} from '../../../platform/payments/sandbox.ts';
import { declineSandboxRenewals, letMonthsPass } from '../../../platform/payments/sandbox-subscriptions.ts';
import { type PaymentEffects, receivePaymentEvent } from '../payments/payment-events/payment-events.ts';
import { syncSubscription } from '../subscriptions/subscriptions.ts';

// What a payer does on the trial page. As with a real provider, the payment and the event that reports it are
// two steps: a crash between them loses the event, not the payment.

/** Throws 404 if there is no such page. */
export async function readSandboxPayment(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  id: string,
): Promise<z.output<typeof SandboxPayment>> {
  const { paidAt, declinedAt, expiresAt, lines, ...payment } = requireFound(
    await findSandboxPayment(db, id),
    'This payment',
  );
  const unpaid = expiresAt > clock.now() ? 'open' : 'expired';
  return {
    ...payment,
    lines: [...lines],
    status: paidAt ? 'paid' : unpaid,
    isDeclined: paidAt === null && declinedAt !== null,
  };
}

/** Paying again changes nothing. Throws 409 if the page is closed. */
export async function paySandbox(
  services: Services,
  effects: PaymentEffects,
  id: string,
): Promise<z.output<typeof SandboxPayment>> {
  const at = services.clock.now();
  const isNew = await paySandboxPayment(services.db, at, id);
  if (isNew)
    await receivePaymentEvent(services, effects, { id: `${id}:paid`, type: 'paid', paymentId: id, at });
  const payment = await readSandboxPayment(services, id);
  if (payment.status === 'expired') throw closed();
  return payment;
}

/** Declines as a bank might; the payer can try again. Throws 409 if it is paid or the page is closed. */
export async function declineSandbox(
  services: Services,
  effects: PaymentEffects,
  id: string,
): Promise<z.output<typeof SandboxPayment>> {
  const at = services.clock.now();
  if (!(await declineSandboxPayment(services.db, at, id))) throw await refusal(services, id);
  const event = { id: `${id}:declined:${at.getTime()}`, type: 'declined', paymentId: id, at } as const;
  await receivePaymentEvent(services, effects, event);
  return readSandboxPayment(services, id);
}

/** Leaves the page without paying; it can still be paid later. Throws 409 if it is paid. */
export async function cancelSandbox(
  services: Services,
  effects: PaymentEffects,
  id: string,
): Promise<z.output<typeof SandboxPayment>> {
  const payment = await readSandboxPayment(services, id);
  if (payment.status === 'paid') throw await refusal(services, id);
  const at = services.clock.now();
  await receivePaymentEvent(services, effects, {
    id: `${id}:cancelled`,
    type: 'cancelled',
    paymentId: id,
    at,
  });
  return payment;
}

/** Declines the renewals of a subscription from now on, or accepts them again. 404 if there is none. */
export async function setSandboxRenewals(
  services: Services,
  effects: PaymentEffects,
  id: string,
  { isDeclined }: z.output<typeof SandboxRenewals>,
): Promise<void> {
  if (!(await declineSandboxRenewals(services, id, isDeclined))) throw notFound('This subscription');
  await syncSubscription(services, effects, id);
}

/** Shifts a subscription as if it had begun this many months earlier. 404 if there is none. */
export async function passSandboxMonths(
  services: Services,
  effects: PaymentEffects,
  id: string,
  { months }: z.output<typeof SandboxMonths>,
): Promise<void> {
  if (!(await letMonthsPass(services, id, months))) throw notFound('This subscription');
  await syncSubscription(services, effects, id);
}

async function refusal(services: Services, id: string): Promise<AppError> {
  const { status } = await readSandboxPayment(services, id);
  return status === 'paid' ? new AppError('conflict', 'This is paid already.') : closed();
}

function closed(): AppError {
  return new AppError('conflict', 'This payment page is closed. Nothing was paid.');
}
