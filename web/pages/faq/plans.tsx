import { formatDollars } from '../../../shared/dollars.ts';
import { planKeys, plans } from '../../../shared/plans.ts';
import { annualDiscountPercent, isPaid } from '../../lib/plan-text.ts';
import { describeLimits, describePrice } from './describe-plan.ts';
import type { FaqSection } from './faq-section.ts';

const everyPlan = planKeys.map((key) => plans[key]);
const paidPlans = everyPlan.filter(isPaid);

export const plansAndPricing: FaqSection = {
  id: 'plans',
  title: 'Plans and pricing',
  questions: [
    {
      question: 'What do the plans cost?',
      answer: (
        <>
          <ul>
            {everyPlan.map((plan) => (
              <li key={plan.key}>
                {plan.name}: {isPaid(plan) ? describePrice(plan) : 'free'}
              </li>
            ))}
          </ul>
          <p>A paid plan renews by itself, until you cancel it in your settings.</p>
        </>
      ),
    },
    {
      question: 'What does each plan include?',
      answer: (
        <ul>
          {everyPlan.map((plan) => (
            <li key={plan.key}>
              {plan.name}: {describeLimits(plan)}
            </li>
          ))}
        </ul>
      ),
    },
    {
      question: 'Do I pay less if I pay ahead?',
      answer: (
        <>
          <p>Yes, {annualDiscountPercent(plans.basic)}% less for a year at once:</p>
          <ul>
            {paidPlans.map((plan) => (
              <li key={plan.key}>
                {plan.name}: {formatDollars(plan.annualPrice)} a year instead of{' '}
                {formatDollars(12 * plan.monthlyPrice)}
              </li>
            ))}
          </ul>
          <p>You can also pay several years ahead at the yearly price, for example 3.</p>
        </>
      ),
    },
    {
      question: 'What does the legacy guarantee mean?',
      answer: (
        <p>
          It is the number of years for which your plan promises delivery. If your account is current on the
          day you die, it counts as current for that many years, and nobody has to pay for them. You may
          choose a day further ahead; the page then tells you that it is beyond the guarantee.
        </p>
      ),
    },
    {
      question: 'How are delivery dates counted?',
      answer: (
        <p>
          By the calendar year they fall in, including those for after your death, whether they have been
          delivered or not. One date can go to several people.
        </p>
      ),
    },
    {
      question: 'What if I cancel, or go over a limit?',
      answer: (
        <p>
          Everything you have left stays readable and downloadable. You cannot add more of a kind until you
          are below your plan’s limit again.
        </p>
      ),
    },
    {
      question: 'Do you see my card?',
      answer: (
        <p>No. You pay on our payment provider’s page. We learn whether you paid, not with which card.</p>
      ),
    },
  ],
};
