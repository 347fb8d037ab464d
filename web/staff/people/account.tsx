import type { ReactNode } from 'react';
import { plans } from '../../../shared/plans.ts';
import type { Person } from '../../../shared/staff/people.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Link } from '../../ui/link.tsx';
import { dateOf, momentOf } from '../console/format.ts';
import { type Asked, actLabels, erasureLabel, periodLabels, subscriptionLabels } from './labels.ts';

export function Account({ person, onAsk }: { person: Person; onAsk: (asked: Asked) => void }) {
  const { acts, stoppedDeliveries, pendingEmail, twoFactorSince, createdAt, memorialisedAt } = person;
  const { deletionRequestedAt, erasedAfter, erasureWaits } = person;
  return (
    <Card as="section">
      <h2 className="text-title">Account</h2>
      <dl className="mt-3 grid items-baseline gap-x-6 gap-y-2 sm:grid-cols-[10rem_minmax(0,1fr)]">
        <Fact label="Email address">
          <span className="block">{addressLabels(person)}</span>
          {acts.includes('send-verification') && (
            <Button
              variant="text"
              size="small"
              className="max-w-full"
              onPress={() => onAsk({ act: 'send-verification' })}
            >
              {actLabels['send-verification'].button}
            </Button>
          )}
        </Fact>
        {pendingEmail && <Fact label="New address">{pendingEmail}, not confirmed yet</Fact>}
        <Fact label="Two-factor sign-in">
          {twoFactorSince ? `on since ${dateOf(twoFactorSince)}` : 'off'}
        </Fact>
        <Fact label="Plan">{planLabels(person)}</Fact>
        <Fact label="Paid through">{paidLabels(person)}</Fact>
        <Fact label="Created">{momentOf(createdAt)}</Fact>
        {memorialisedAt && <Fact label="Released after death">{momentOf(memorialisedAt)}</Fact>}
        {deletionRequestedAt && (
          <Fact label="Deletion asked for">
            {momentOf(deletionRequestedAt)}
            {erasedAfter && `; ${erasureLabel(erasedAfter, erasureWaits)}`}
          </Fact>
        )}
        <Fact label="Stopped deliveries">
          {stoppedDeliveries === 0 ? (
            'none'
          ) : (
            <Link href={`/admin/deliveries?${new URLSearchParams({ owner: person.email })}`}>
              {stoppedDeliveries === 1 ? 'one' : stoppedDeliveries.toLocaleString('en-US')}
            </Link>
          )}
        </Fact>
        <Fact label="Id">
          <span className="text-small">{person.id}</span>
        </Fact>
      </dl>
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-small text-ink-soft">{label}</dt>
      <dd className="wrap-anywhere tabular-nums max-sm:mb-1">{children}</dd>
    </div>
  );
}

function addressLabels({ emailVerifiedAt, emailVerified }: Person): string {
  if (emailVerifiedAt) return `confirmed on ${dateOf(emailVerifiedAt)}`;
  return emailVerified ? 'counts as confirmed, since there is no mail server' : 'not confirmed';
}

function planLabels(person: Person): string {
  const { subscriptionStatus, subscriptionStartDate, billingPeriod, requestedPlan } = person;
  return [
    plans[person.subscriptionPlan].name,
    subscriptionStartDate && `since ${dateOf(subscriptionStartDate)}`,
    billingPeriod && periodLabels[billingPeriod],
    subscriptionLabels[subscriptionStatus],
    requestedPlan && `asked for ${plans[requestedPlan].name} and has not paid yet`,
  ]
    .filter(Boolean)
    .join(', ');
}

function paidLabels({ paidThrough, subscriptionPlan }: Person): string {
  if (paidThrough) return dateOf(paidThrough);
  return subscriptionPlan === 'free' ? 'nothing was ever paid' : 'not known';
}
