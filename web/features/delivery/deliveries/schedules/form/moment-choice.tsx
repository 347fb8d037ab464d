import { type CalendarDate, parseDate } from '@internationalized/date';
import { useId, useState } from 'react';
import { todayIn } from '../../../../../lib/dates.ts';
import { Calendar } from '../../../../../ui/calendar.tsx';
import { Checkbox } from '../../../../../ui/checkbox.tsx';
import { FieldError } from '../../../../../ui/field.tsx';
import { TextField } from '../../../../../ui/text-field.tsx';
import { TimeField } from '../../../../../ui/time-field.tsx';
import { TimeZoneField } from '../../../../accounts/profile/time-zones/time-zones.tsx';
import { newSeriesPath } from '../../series/asked-series.ts';
import { atOnce, type FullPlan, type PlanErrors } from './delivery-plan.ts';
import { DeliveryTypeChoice, useSwitchForm } from './delivery-type.tsx';

interface MomentProps {
  plan: FullPlan;
  nowMs: number;
  errors: PlanErrors;
  onChange: (changes: Partial<FullPlan>) => void;
}

interface MomentChoiceProps extends MomentProps {
  /** Whether the schedule already exists. */
  isChange: boolean;
}

/** Chooses a date and time, or delivery after the owner's death; or leads to the form for every year. */
export function MomentChoice({ plan, nowMs, errors, isChange, onChange }: MomentChoiceProps) {
  const switchForm = useSwitchForm();
  const [recipientId = null, ...others] = plan.recipientIds;
  const askedSeries = { recipientId: others.length === 0 ? recipientId : null, sameMemoryId: plan.memoryId };
  return (
    <div className="grid gap-4">
      <DeliveryTypeChoice
        value={plan.deliveryType}
        isSingle={isChange}
        onChange={(deliveryType) =>
          deliveryType === 'every_year' ? switchForm(newSeriesPath(askedSeries)) : onChange({ deliveryType })
        }
      />
      {plan.deliveryType === 'scheduled' ? (
        <DatedMoment plan={plan} nowMs={nowMs} errors={errors} onChange={onChange} />
      ) : (
        <AfterDeath plan={plan} nowMs={nowMs} errors={errors} onChange={onChange} />
      )}
    </div>
  );
}

function DatedMoment({ plan, nowMs, errors, onChange }: MomentProps) {
  const timeErrorId = useId();
  return (
    <div className="grid gap-4 md:max-lg:grid-cols-[23.5rem_1fr] md:max-lg:gap-x-8">
      <div className="grid content-start gap-4">
        <Day
          label="Delivery date"
          value={plan.date}
          today={todayIn(plan.timeZone, nowMs)}
          onChange={(date) => onChange({ date })}
        />
        <FieldError>{errors.date}</FieldError>
      </div>
      <div className="grid grid-cols-[1fr_1.2fr] content-start gap-2.5 md:max-lg:grid-cols-1 md:max-lg:gap-5">
        <TimeField
          label="Delivery time"
          value={plan.time}
          errorId={errors.time && timeErrorId}
          onChange={(time) => onChange({ time })}
        />
        <TimeZoneField value={plan.timeZone} onChange={(timeZone) => onChange({ timeZone })} />
        <div className="col-span-full">
          <FieldError id={timeErrorId}>{errors.time}</FieldError>
        </div>
      </div>
    </div>
  );
}

const daysAtFirst = '30';

function AfterDeath({ plan, nowMs, errors, onChange }: MomentProps) {
  const today = todayIn(plan.timeZone, nowMs);
  const [hasDays, setHasDays] = useState(plan.releaseDays !== atOnce);
  const [hasEarliest, setHasEarliest] = useState(plan.notBefore !== null);

  function toggleDays(isOn: boolean) {
    setHasDays(isOn);
    onChange({ releaseDays: isOn ? daysAtFirst : atOnce });
  }

  function toggle(isOn: boolean) {
    setHasEarliest(isOn);
    if (!isOn) onChange({ notBefore: null });
  }

  return (
    <>
      <p className="text-ink-soft">
        It will go out once your death has been confirmed with proof, such as a death certificate. Until then
        nobody sees it, and you can change or cancel it.
      </p>
      <Checkbox
        label="A few days later"
        description="So that it does not come in the first days."
        value={hasDays}
        onChange={toggleDays}
      />
      {hasDays && (
        <TextField
          label="Days after your death"
          description="Counted from the day on which it is confirmed."
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          inputClassName="max-w-28"
          value={plan.releaseDays}
          error={errors.days}
          onChange={(releaseDays) => onChange({ releaseDays })}
        />
      )}
      <Checkbox
        label="Not before a certain day"
        description="For a birthday or a wedding that should have come first."
        value={hasEarliest}
        onChange={toggle}
      />
      {hasEarliest && (
        <Day
          label="Not before"
          value={plan.notBefore}
          today={today}
          onChange={(notBefore) => onChange({ notBefore })}
        />
      )}
    </>
  );
}

interface DayProps {
  label: string;
  value: string | null;
  /** In the plan's time zone. */
  today: CalendarDate;
  onChange: (date: string) => void;
}

function Day({ label, value, today, onChange }: DayProps) {
  return (
    <Calendar
      label={label}
      value={value === null ? null : parseDate(value)}
      today={today}
      minDate={today}
      onChange={(date) => onChange(date.toString())}
    />
  );
}
