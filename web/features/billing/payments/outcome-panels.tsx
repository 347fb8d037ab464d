import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CheckoutSession } from '../../../../shared/billing/checkout.ts';
import { plans } from '../../../../shared/plans.ts';
import { Actions } from '../../../ui/actions.tsx';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Card } from '../../../ui/card.tsx';
import { Skeleton, SkeletonArea } from '../../../ui/skeleton.tsx';
import { SupportLink } from '../../../ui/support-link.tsx';
import { BoughtLink, boughtWords } from './bought.tsx';

export function Verifying() {
  return (
    <Card className="md:p-8">
      <title>Verifying your payment · Long After</title>
      <h1 className="text-heading">Verifying your payment</h1>
      <SkeletonArea label="Verifying your payment" className="mt-4 grid gap-3">
        <Skeleton className="h-6" />
        <Skeleton className="h-6 w-3/5" />
        <Skeleton className="mt-4 h-12 w-60 max-w-full rounded-full" />
      </SkeletonArea>
    </Card>
  );
}

export function Success({ session: { purpose, subscriptionPlan } }: { session: CheckoutSession }) {
  const { name, guaranteeYears } = plans[subscriptionPlan];
  const isPlan = purpose === 'subscription';
  return (
    <Outcome
      title="Payment Successful!"
      icon={<CircleCheck aria-hidden="true" className="size-9 text-sage" strokeWidth={1.25} />}
      next={
        <Actions
          other={<BoughtLink purpose={purpose} />}
          action={<ButtonLink href="/">Continue to Dashboard</ButtonLink>}
        />
      }
    >
      {isPlan ? (
        <p>
          {name} is yours from now on. What you leave is guaranteed for {guaranteeYears} years. A receipt is
          on its way to you.
        </p>
      ) : (
        <p>{boughtWords[purpose]?.words ?? 'It is paid.'} A receipt is on its way to you.</p>
      )}
    </Outcome>
  );
}

export function Issue() {
  return (
    <Outcome
      title="Payment Issue"
      icon={<TriangleAlert aria-hidden="true" className="size-9 text-rose" strokeWidth={1.25} />}
      next={
        <Actions
          cancel={
            <ButtonLink href="/" variant="quiet">
              Back to Dashboard
            </ButtonLink>
          }
          action={<ButtonLink href="/checkout">Try Again</ButtonLink>}
        />
      }
    >
      <p>There was an issue processing your payment. If you were charged, please contact support.</p>
      <p>
        Write to <SupportLink />, and say when you paid.
      </p>
    </Outcome>
  );
}

interface OutcomeProps {
  title: string;
  icon: ReactNode;
  children: ReactNode;
  next: ReactNode;
}

export function Outcome({ title, icon, children, next }: OutcomeProps) {
  return (
    <Card className="md:p-8">
      <title>{`${title} · Long After`}</title>
      <div role="status" className="grid gap-3">
        {icon}
        <h1 className="text-heading">{title}</h1>
        {children}
      </div>
      <div className="mt-7 flex flex-wrap gap-3">{next}</div>
    </Card>
  );
}
