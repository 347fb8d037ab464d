import { formatDate } from '../../../../shared/dates.ts';
import { plans } from '../../../../shared/plans.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import type { HeldPlan } from './held-plan.ts';

interface FreeOptionProps {
  current: HeldPlan;
  onChoose: () => void;
}

/** The way down to the plan that costs nothing. */
export function FreeOption({ current: { running, timezone }, onChoose }: FreeOptionProps) {
  const { name, memoryLimits, deliveryDatesPerYear } = plans.free;
  const endsAt = running?.endsAt;
  return (
    <Card
      as="section"
      aria-labelledby="plan-free"
      className="mt-5 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 md:px-7"
    >
      <div className="min-w-0 max-w-measure">
        <h2 id="plan-free" className="text-title">
          {name}
        </h2>
        <p className="mt-1">
          Free. {memoryLimits.letter} letters, {memoryLimits.photo} photos, a video and a recording,{' '}
          {deliveryDatesPerYear} delivery dates a year.
        </p>
        {endsAt && <p className="mt-1 text-small">It begins on {formatDate(endsAt, timezone)}.</p>}
      </div>
      <Button variant="quiet" className="w-full md:w-auto" isDisabled={Boolean(endsAt)} onPress={onChoose}>
        {endsAt ? `${name} comes next` : `Change to ${name}`}
      </Button>
    </Card>
  );
}
