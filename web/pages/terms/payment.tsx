import { formatDollars } from '../../../shared/dollars.ts';
import { planKeys, plans } from '../../../shared/plans.ts';
import {
  annualDiscountPercent,
  formatYears,
  isPaid,
  planNotes,
  reducedAfterYears,
} from '../../lib/plan-text.ts';
import { Link } from '../../ui/link.tsx';
import type { LegalSection } from '../legal-document.tsx';

const everyPlan = planKeys.map((key) => plans[key]);

export const payment: readonly LegalSection[] = [
  {
    id: 'plans',
    title: 'Plans and prices',
    body: (
      <>
        <p>The prices are:</p>
        <ul>
          {everyPlan.map((plan) => (
            <li key={plan.key}>
              {plan.name}
              {isPaid(plan)
                ? `: ${formatDollars(plan.monthlyPrice)} a month, and ${formatDollars(plan.reducedMonthlyPrice)} a month after ${formatYears(reducedAfterYears(plan))}`
                : ' is free'}
              {planNotes[plan.key].reducedRate && ` (${planNotes[plan.key].reducedRate})`}
              {isPaid(plan) && `; ${formatDollars(plan.annualPrice)} a year if paid by the year`}.
            </li>
          ))}
        </ul>
        <p>
          A year paid at once costs {annualDiscountPercent(plans.basic)}% less than twelve single months.
          Several years can be paid ahead at the yearly price. What each plan holds is listed{' '}
          <Link href="/faq#plans">with the questions</Link>. You pay for each period beforehand. A paid plan
          renews by itself at the end of its period, until you cancel it: at any time, on the Account tab of
          your settings. You keep it until the end of what you have paid.
        </p>
        <p>
          You pay on the pages of our payment provider. If we change a price, we tell you at least 60 days
          before, and what you have already paid stays as it is.
        </p>
      </>
    ),
  },
  {
    id: 'grace',
    title: 'When a plan lapses',
    body: (
      <>
        <p>
          Nothing is erased. You can read and download what you have left; you can add nothing above the
          limits of {plans.free.name}; deliveries that fall due wait until the account is paid.
        </p>
        <ul>
          <li>
            Within 3 months of the lapse, a family member may pay up to 3 months of fees to bring the account
            current, so that delivery goes ahead. So may you, or anybody else who has the payment link.
          </li>
          <li>Beyond these 3 months the account can still be paid, but delivery is not guaranteed.</li>
          <li>
            In the period of the reduced price, delivery requires the account to be 3 months current: its last
            3 months must have been paid.
          </li>
        </ul>
        <p>{plans.free.name} has nothing to pay and cannot lapse.</p>
      </>
    ),
  },
  {
    id: 'guarantee',
    title: 'The legacy guarantee',
    body: (
      <>
        <p>
          Your plan guarantees delivery for a number of years:{' '}
          {everyPlan.map((plan) => `${formatYears(plan.guaranteeYears)} with ${plan.name}`).join(', ')}. An
          account that is current on the day of your death counts as current for these years, counted from
          that day.
        </p>
        <p>
          From a verified death on we charge nothing more and cancel the subscription. While a report of a
          death is being looked into, the time of a lapse does not run. Days beyond the guarantee can be
          chosen; we do our best to keep them, and do not promise it.
        </p>
      </>
    ),
  },
  {
    id: 'extras',
    title: 'Counseling, keepsakes and gifts',
    body: (
      <ul>
        <li>
          Counseling is an addition to the paid plans and paid by the session. You can cancel until 24 hours
          before; what you paid for that session is returned. It is no help in an emergency: if you or
          somebody else is in danger, call the emergency number of your country.
        </li>
        <li>
          Storing physical items comes with {plans.premium.name} only. Ask us before you send anything. We
          accept no money, weapons, living things, perishables or anything dangerous. You choose for each item
          whether it is insured, and for what value. The yearly fee for this is shown with your items; we do
          not charge it at present. You may ask for an item back; a return fee applies, and is refunded if the
          item is lost on its way to you.
        </li>
        <li>
          Gifts from the store are paid order by order. You can cancel an order yourself until it is sent;
          what you paid for it is refunded.
        </li>
      </ul>
    ),
  },
];
