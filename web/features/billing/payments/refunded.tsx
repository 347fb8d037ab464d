import { Undo2 } from 'lucide-react';
import type { CheckoutSession } from '../../../../shared/billing/checkout.ts';
import { formatDollarsAndCents } from '../../../../shared/dollars.ts';
import { Actions } from '../../../ui/actions.tsx';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { SupportLink } from '../../../ui/support-link.tsx';
import { BoughtLink } from './bought.tsx';
import { Outcome } from './outcome-panels.tsx';

/** Why a payment is refunded, by what it was for. */
const reasons: Readonly<Record<string, string>> = {
  subscription: 'You had already paid for this plan, or for one that includes it.',
  'gift-order': 'Your order was already paid for, or had been cancelled.',
  'counselor-booking':
    'Your session was already paid for, or its time was no longer available when your payment arrived.',
  'return-fee': 'The return was already paid for, or is no longer needed.',
};

/** A payment that arrived too late, or a second one for the same thing. */
export function Refunded({ session: { purpose }, dollars }: { session: CheckoutSession; dollars: number }) {
  return (
    <Outcome
      title="We are refunding your payment"
      icon={<Undo2 aria-hidden="true" className="size-9 text-sage" strokeWidth={1.25} />}
      next={
        <Actions
          other={<BoughtLink purpose={purpose} />}
          action={<ButtonLink href="/">Continue to Dashboard</ButtonLink>}
        />
      }
    >
      <p>
        {reasons[purpose] ?? 'What you paid for was already paid for, or no longer available.'}{' '}
        {formatDollarsAndCents(dollars)} goes back the way it came; most banks take five to ten days to show
        it. An email that confirms it is on its way to you.
      </p>
      <p>
        If something is not right, write to <SupportLink />, and say when you paid.
      </p>
    </Outcome>
  );
}
