import { AppError } from '../../server/platform/errors.ts';
import type { PaymentProvider } from '../../server/platform/payments/payments.ts';

export type PaymentOfficeState = 'answers' | 'mute' | 'away';

/** The world's payment provider: that of the sandbox, which may not answer for a while. People pay on its pages all the same. */
export interface PaymentOffice {
  /** `mute`: it takes payments and tells nobody of them. `away`: nobody can begin to pay either. */
  set(state: PaymentOfficeState): void;
  /** Goes mute when somebody next begins to pay; `muted` is called then. */
  muteAtNextPayment(muted: () => void): void;
  /** As a process reaches it. */
  of(provider: PaymentProvider): PaymentProvider;
}

export function openPaymentOffice(): PaymentOffice {
  let state: PaymentOfficeState = 'answers';
  let muting: (() => void) | undefined;
  const refuseWhile = (...states: PaymentOfficeState[]) => {
    if (states.includes(state)) throw new AppError('unavailable', 'The payment provider does not answer');
  };
  return {
    set(next) {
      state = next;
      if (next === 'answers') muting = undefined;
    },
    muteAtNextPayment(muted) {
      muting = muted;
    },
    of: (provider) => ({
      ...provider,
      async open(payment) {
        refuseWhile('away');
        if (muting) {
          state = 'mute';
          muting();
          muting = undefined;
        }
        return provider.open(payment);
      },
      async find(paymentId) {
        refuseWhile('away', 'mute');
        return provider.find(paymentId);
      },
    }),
  };
}
