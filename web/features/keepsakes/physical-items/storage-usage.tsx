import { formatDollars } from '../../../../shared/dollars.ts';
import { countsForLimit, itemLimitText } from '../../../../shared/keepsakes/item-rules.ts';
import type { PhysicalItem } from '../../../../shared/keepsakes/physical-items.ts';
import type { Plan } from '../../../../shared/plans.ts';
import { Card } from '../../../ui/card.tsx';
import { joinClasses } from '../../../ui/join-classes.ts';
import { placeBecomesFree } from './item-labels.ts';

interface StorageUsageProps {
  items: readonly PhysicalItem[];
  plan: Plan;
}

/** How many places are taken, and what the insurance costs in all. */
export function StorageUsage({ items, plan }: StorageUsageProps) {
  const kept = items.filter(countsForLimit);
  const insured = kept.filter(({ insuranceValue }) => insuranceValue !== null);
  const sumOf = (amounts: (number | null)[]) => amounts.reduce<number>((sum, each) => sum + (each ?? 0), 0);
  const value = sumOf(insured.map(({ insuranceValue }) => insuranceValue));
  const fee = sumOf(insured.map(({ insuranceFee }) => insuranceFee));
  const places = [...Array(Math.max(plan.physicalItems, kept.length)).keys()];
  return (
    <Card as="section" aria-labelledby="storage" className="mb-8 grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="storage" className="text-title">
          Storage
        </h2>
        <span className="tabular-nums">
          {kept.length} of {plan.physicalItems} items
        </span>
      </div>
      <div aria-hidden="true" className="flex gap-2">
        {places.map((place) => (
          <span
            key={place}
            className={joinClasses(
              'h-1.5 flex-1 rounded-full forced-colors:border',
              place < kept.length ? 'bg-pine forced-colors:bg-[Highlight]' : 'bg-line',
            )}
          />
        ))}
      </div>
      <p className="text-ink-soft">
        {value > 0
          ? `Insured for ${formatDollars(value)} in all, ${formatDollars(fee)} a year. This fee is not charged at present.`
          : 'Nothing is insured'}
      </p>
      {kept.length >= plan.physicalItems && <p>{`${itemLimitText(plan)} ${placeBecomesFree}`}</p>}
    </Card>
  );
}
