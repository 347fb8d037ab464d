import { Check } from 'lucide-react';
import { useId } from 'react';
import { sessionTimezone } from '../../../../shared/care/session-catalogue.ts';
import { timeZoneLabel } from '../../../../shared/time-zones.ts';
import { joinClasses } from '../../../ui/join-classes.ts';
import type { TimeOption } from './booking-values.ts';

interface TimeChoiceProps {
  times: readonly TimeOption[];
  value: string;
  onChange: (time: string) => void;
  timezone: string;
  labelledBy: string;
}

export function TimeChoice({ times, value, onChange, timezone, labelledBy }: TimeChoiceProps) {
  const service = timeZoneLabel(sessionTimezone);
  return (
    <fieldset aria-labelledby={labelledBy}>
      <div className="grid grid-cols-2 gap-2 lg:grid-cols-1">
        {times.map((option) => (
          <Time
            key={option.time}
            option={option}
            isChosen={option.time === value}
            onChoose={() => onChange(option.time)}
          />
        ))}
      </div>
      <p className="mt-2 text-small text-ink-soft">
        {timezone === sessionTimezone
          ? `${service}, which is also your time zone.`
          : `${service}. Where your own time is different, it is shown beside it.`}
      </p>
    </fieldset>
  );
}

const look =
  'flex min-h-11.5 items-center justify-between gap-2 rounded-choice border px-3.5 py-1.5 lining-nums tabular-nums transition-colors has-checked:border-thread has-checked:bg-gold-wash has-checked:font-semibold has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-pine md:px-4.5';

interface TimeProps {
  option: TimeOption;
  isChosen: boolean;
  onChoose: () => void;
}

function Time({ option: { time, ownTime, state }, isChosen, onChoose }: TimeProps) {
  const id = useId();
  const isFree = state === 'free';
  return (
    <label
      htmlFor={id}
      className={joinClasses(
        look,
        isFree ? 'cursor-pointer border-line-strong hover:bg-pine-wash' : 'border-line text-ink-soft',
      )}
    >
      <input
        id={id}
        type="radio"
        name="session-time"
        className="sr-only"
        disabled={!isFree}
        checked={isChosen && isFree}
        onChange={onChoose}
      />
      <span>
        <span className={isFree ? '' : 'line-through'}>{time}</span>
        {ownTime && <span className="block text-small font-normal text-ink-soft">{ownTime}</span>}
      </span>
      {state !== 'free' && <span className="text-small">{state}</span>}
      {isChosen && isFree && <Check aria-hidden="true" className="size-5 text-gold" strokeWidth={1.75} />}
    </label>
  );
}
