import type { z } from 'zod';
import type { closePaymentPage } from '../../../../job-list.ts';
import type { Services } from '../../../../platform/context.ts';

/** Where the job is lost, the page stays open until its time is over; what is paid on it then is given back. */
export function closePaymentPageHandler({ payments }: Pick<Services, 'payments'>) {
  return ({ paymentId }: z.output<typeof closePaymentPage.payload>) => payments.close(paymentId);
}
