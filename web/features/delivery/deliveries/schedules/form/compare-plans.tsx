import { describeAfterDeath } from '../../../../../../shared/after-death.ts';
import { formatMoment } from '../../../../../../shared/dates.ts';
import type { Schedule } from '../../../../../../shared/delivery/schedules.ts';
import { capitalized } from '../../../../../../shared/letter-case.ts';
import { fullNameOf } from '../../../../../../shared/names.ts';
import type { Recipient } from '../../../../../../shared/people/recipients.ts';
import { dayIn } from '../../../../../lib/calendar-day.ts';
import { ActionRow } from '../../../../../ui/actions.tsx';
import { Card } from '../../../../../ui/card.tsx';
import { CompareFields, type FieldChoices } from '../../../../../ui/compare-fields/compare-fields.tsx';
import { findDifferingFields } from '../../../../../ui/compare-fields/differing-fields.ts';
import { describeLink } from '../recipient-names.ts';
import { type DeliveryPlan, type FullPlan, instantOf, planOf, releaseDaysOf } from './delivery-plan.ts';

/** A plan that was refused, and the current state of the schedule. */
export interface StalePlan {
  current: Schedule;
  typed: FullPlan;
}

interface ComparePlansProps {
  stale: StalePlan;
  /** The plan with which the form was opened. */
  read: DeliveryPlan;
  book: readonly Recipient[];
  isSaving: boolean;
  onSave: (plan: FullPlan) => void;
  onBack: () => void;
}

const labels = { when: 'Delivery date', how: 'Delivery method', people: 'Recipients' };

/** The differences between the schedule in the account and the plan here, for the person to choose between. */
export function ComparePlans({ stale, read, book, isSaving, onSave, onBack }: ComparePlansProps) {
  const nowMs = Date.now();
  const { typed } = stale;
  const saved = planOf(stale.current, nowMs);
  const describe = (plan: DeliveryPlan) => describePlan(plan, book, nowMs);

  function save(choices: FieldChoices) {
    const { deliveryMethod, recipientIds, memoryId: _stays, version: _older, ...when } = typed;
    onSave({
      ...saved,
      ...(choices['when'] === 'typed' && when),
      ...(choices['how'] === 'typed' && { deliveryMethod }),
      ...(choices['people'] === 'typed' && { recipientIds }),
    });
  }

  return (
    <CompareFields
      fields={findDifferingFields(labels, {
        // A draft from another day may be based on an earlier version than the one that was read.
        read: typed.version === read.version ? describe(read) : null,
        saved: describe(saved),
        typed: describe(typed),
      })}
      isBusy={isSaving}
      onSave={save}
      onBack={onBack}
    >
      {(content, actions) => (
        <Card>
          <div className="grid gap-6">
            {content}
            <ActionRow {...actions} />
          </div>
        </Card>
      )}
    </CompareFields>
  );
}

function describePlan(
  plan: DeliveryPlan,
  book: readonly Recipient[],
  nowMs: number,
): Record<keyof typeof labels, string> {
  const people = book.filter(({ id }) => plan.recipientIds?.includes(id));
  return {
    when: whenInWords(plan, nowMs),
    how: plan.deliveryMethod === 'physical' ? 'By post' : describeLink(people),
    people: people.map(fullNameOf).join(', '),
  };
}

function whenInWords(plan: DeliveryPlan, nowMs: number): string {
  const instant = instantOf(plan, nowMs);
  if (plan.deliveryType === 'scheduled') return instant ? formatMoment(instant, plan.timeZone) : '';
  const today = dayIn(plan.timeZone, nowMs);
  const text = describeAfterDeath(plan.notBefore ?? today, today, releaseDaysOf(plan) ?? 0);
  return capitalized(text);
}
