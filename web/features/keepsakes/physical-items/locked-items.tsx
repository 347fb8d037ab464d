import { plans } from '../../../../shared/plans.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Link } from '../../../ui/link.tsx';
import { useSessionUser } from '../../accounts/auth/sessions/sessions.ts';
import { BoxDrawing } from './box-drawing.tsx';

const { premium } = plans;

/** In place of the page, for plans that hold no items. */
export function LockedItems() {
  const { subscriptionPlan } = useSessionUser();
  return (
    <section className="grid items-center gap-8 pb-10 lg:grid-cols-2 lg:gap-16">
      <div>
        <h2 className="text-heading">Three things, kept and handed over by name</h2>
        <p className="mt-4 mb-7 max-w-[44ch] text-lead text-ink-soft">
          A ring, a recipe book, a box of letters. Physical items are part of {premium.name}.
          {subscriptionPlan !== 'premium' && ` You have ${plans[subscriptionPlan].name}.`}
        </p>
        <div className="flex flex-wrap items-center gap-5">
          <ButtonLink href="/checkout">See {premium.name}</ButtonLink>
          <Link href="/">Back to Dashboard</Link>
        </div>
      </div>
      <BoxDrawing className="w-full rounded-card border border-line" />
    </section>
  );
}
