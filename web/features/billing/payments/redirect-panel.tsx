import { useEffect, useRef } from 'react';
import { plans } from '../../../../shared/plans.ts';
import { ActionRow } from '../../../ui/actions.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Page } from '../../../ui/page.tsx';
import { describePrice } from './checkout-prices.ts';
import type { Choice } from './use-checkout.ts';

interface RedirectPanelProps {
  choice: Choice;
  url: string;
  onBack: () => void;
}

/** Shown while the payment page loads, and again when somebody navigates back from it. */
export function RedirectPanel({ choice: { plan, period }, url, onBack }: RedirectPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  const { amount, per } = describePrice(plans[plan], period);
  return (
    <Page title="Redirecting to Payment" width="letter">
      <title>Redirecting to Payment · Long After</title>
      <Card className="md:p-8">
        <div ref={panel} tabIndex={-1} role="status" className="outline-none">
          <p>
            The payment page for <strong className="font-semibold">{plans[plan].name}</strong>, {amount} {per}
            , opens by itself. If it does not, continue here.
          </p>
        </div>
        <div className="mt-6">
          <ActionRow
            cancel={
              <Button variant="quiet" onPress={onBack}>
                Go Back
              </Button>
            }
            action={<Button onPress={() => window.location.assign(url)}>Continue to Payment</Button>}
          />
        </div>
      </Card>
    </Page>
  );
}
