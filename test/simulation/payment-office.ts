import { AppError } from '../../server/platform/errors.ts';
import type { PaymentProvider } from '../../server/platform/payments/payments.ts';

/** The world's payment provider: that of the sandbox, which may not answer for a while. People pay on its pages all the same. */
export interface PaymentOffice {
  setSilent(isSilent: boolean): void;
  /** As a process reaches it. */
  of(provider: PaymentProvider): PaymentProvider;
}

export function openPaymentOffice(): PaymentOffice {
  let isSilent = false;
  const requireAnswer = () => {
    if (isSilent) throw new AppError('unavailable', 'The payment provider does not answer');
  };
  return {
    setSilent(silent) {
      isSilent = silent;
    },
    of: (provider) => ({
      ...provider,
      async open(payment) {
        requireAnswer();
        return provider.open(payment);
      },
      async find(paymentId) {
        requireAnswer();
        return provider.find(paymentId);
      },
    }),
  };
}
