import { TriangleAlert } from 'lucide-react';
import type { SandboxPayment } from '../../../../shared/billing/sandbox-payments.ts';
import { formatDollarsAndCents } from '../../../../shared/dollars.ts';
import { Button } from '../../../ui/button.tsx';
import { Ended, Failed, Loading, Panel, TrialNotice } from './sandbox-panel.tsx';
import { type Press, useSandboxPayment } from './sandbox-payment.ts';

/** Stands in for the payment provider's page. Asks for no card, and says at the top that it is a trial. */
export function SandboxPaymentPage({ id }: { id: string }) {
  const { state, pressed, press } = useSandboxPayment(id);
  return (
    <>
      <TrialNotice />
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-150 px-4.5 pt-8 pb-20 outline-none md:px-6 md:pt-14"
      >
        <title>Trial payment · Long After</title>
        {state.kind === 'loading' && <Loading />}
        {state.kind === 'failed' && <Failed message={state.message} />}
        {state.kind === 'shown' && (
          <Payment payment={state.payment} pressed={pressed} onPress={(what) => void press(what)} />
        )}
      </main>
    </>
  );
}

interface PaymentProps {
  payment: SandboxPayment;
  pressed: Press | null;
  onPress: (what: Press) => void;
}

function Payment({ payment, pressed, onPress }: PaymentProps) {
  const { status, successUrl, cancelUrl, amountDollars, isDeclined } = payment;
  if (status === 'paid')
    return (
      <Ended
        title="This is paid"
        text="There is nothing more to do here."
        next="Continue"
        href={successUrl}
      />
    );
  if (status === 'expired')
    return (
      <Ended
        title="This payment page is closed"
        text="Nothing was paid here. You can open a new one at any time."
        next="Go back"
        href={cancelUrl}
      />
    );
  const busy = (what: Press) => ({
    isPending: pressed === what,
    isDisabled: pressed !== null && pressed !== what,
    onPress: () => onPress(what),
  });
  return (
    <Panel title="Pay Long After">
      {isDeclined && <Declined />}
      <Lines payment={payment} />
      <div className="mt-7 grid gap-3">
        <Button isFullWidth size="large" pendingLabel="Paying" {...busy('pay')}>
          {`Pay ${formatDollarsAndCents(amountDollars)}`}
        </Button>
        <Button variant="quiet" isFullWidth {...busy('decline')}>
          Decline, as a bank may
        </Button>
        <Button
          variant="text"
          className="justify-self-center"
          isDisabled={pressed !== null}
          onPress={() => onPress('cancel')}
        >
          Cancel and go back
        </Button>
      </div>
    </Panel>
  );
}

function Declined() {
  return (
    <p role="alert" className="mb-5 flex items-start gap-3 notice bg-rose-wash px-4 py-3">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-5.5 flex-none text-rose" strokeWidth={1.5} />
      <span>
        <strong className="font-semibold">The payment was declined.</strong> Nothing was paid. You can try
        again.
      </span>
    </p>
  );
}

function Lines({ payment: { lines, amountDollars } }: { payment: SandboxPayment }) {
  const row = 'flex justify-between gap-6 py-2.5';
  return (
    <dl className="lining-nums tabular-nums">
      {lines.map(({ label, amountDollars: price }) => (
        <div key={label} className={`${row} border-b border-line`}>
          <dt>{label}</dt>
          <dd>{formatDollarsAndCents(price)}</dd>
        </div>
      ))}
      <div className={`${row} font-semibold`}>
        <dt>Total</dt>
        <dd>{formatDollarsAndCents(amountDollars)}</dd>
      </div>
    </dl>
  );
}
