import type { z } from 'zod';
import type { applyPaymentNotice } from '../../../job-list.ts';
import type { Services } from '../../../platform/context.ts';
import type { PaymentEffects } from '../payments/payment-events/payment-events.ts';
import { syncQuietDisputes } from './sync-charge.ts';
import { applyLostNotices, applyNotice } from './webhooks.ts';

export function applyPaymentNoticeHandler(services: Services, effects: PaymentEffects) {
  return ({ noticeId }: z.output<typeof applyPaymentNotice.payload>) =>
    applyNotice(services, effects, noticeId);
}

/** Timer: applies notices whose job was lost. */
export const sweepNotices = applyLostNotices;
/** Timer: asks about disputes that we have not heard of for a while. */
export const sweepDisputes = syncQuietDisputes;
