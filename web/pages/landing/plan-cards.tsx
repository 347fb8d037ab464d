import { planKeys, plans } from '../../../shared/plans.ts';
import { Link } from '../../ui/link.tsx';
import { NoSalesNote } from '../../ui/no-sales-note.tsx';
import { Column } from '../column.tsx';
import { PlanCard } from './plan-card.tsx';

export function PlanCards() {
  return (
    <section className="bg-pine-wash pt-16 pb-18 md:pt-23 md:pb-26">
      <Column>
        <h2 className="text-section">Three ways to begin</h2>
        <div className="mt-9 max-w-measure md:mt-12">
          <NoSalesNote>
            Paid plans cannot be bought here yet. You can begin with First Echo, which is free.
          </NoSalesNote>
        </div>
        <div className="grid gap-5 md:grid-cols-3 md:max-lg:gap-4 lg:gap-6">
          {planKeys.map((key) => (
            <PlanCard key={key} plan={plans[key]} />
          ))}
        </div>
        <p className="mt-9 max-w-measure text-ink-soft">
          If a paid plan lapses, your family has 3 months in which they may pay up to 3 months of fees, so
          that what you left is still delivered. Beyond that, delivery is not guaranteed. At the reduced
          price, delivery requires the account to be 3 months current.{' '}
          <Link href="/faq#subscriptions">What happens when a plan lapses</Link>
        </p>
        <p className="mt-3 max-w-measure text-ink-soft">Paid plans renew until you cancel.</p>
      </Column>
    </section>
  );
}
