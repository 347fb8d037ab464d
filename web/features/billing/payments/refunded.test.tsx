import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Refunded } from './refunded.tsx';

test.each([
  ['counselor-booking', 'its time was no longer available', 'See your sessions'],
  ['gift-order', 'Your order was already paid for', 'See your order'],
  ['subscription', 'You had already paid for this plan', 'Continue to Dashboard'],
])('a payment for a %s is refunded, with the reason and what comes next', (purpose, reason, link) => {
  const session = { subscriptionStatus: 'active', subscriptionPlan: 'basic', purpose } as const;
  const markup = renderToStaticMarkup(<Refunded session={session} dollars={75} />);
  expect(markup).toContain('We are refunding your payment');
  expect(markup).toContain('$75.00 goes back the way it came');
  expect(markup).toContain(reason);
  expect(markup).toContain(link);
});
