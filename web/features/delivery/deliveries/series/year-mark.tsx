import { CircleCheck, Hourglass, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Schedule } from '../../../../../shared/delivery/schedules.ts';
import type { Series } from '../../../../../shared/delivery/series.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { describePerson } from '../schedules/schedules.ts';

interface YearMarkProps {
  year: Series['years'][number];
  schedule: Schedule | undefined;
}

/** What became of a year that has begun. */
export function YearMark({ year, schedule }: YearMarkProps): ReactNode {
  const known = schedule?.recipients
    .map((person) => describePerson(person, schedule.timezone, schedule.deliveryMethod))
    .find((each) => each !== null);
  if (year.state === 'delivered') {
    return (
      <>
        <Badge tone="sage" icon={CircleCheck}>
          Delivered
        </Badge>
        {schedule?.recipients.some(({ openedAt }) => openedAt) && (
          <span className="text-small text-ink-soft">{known?.text}</span>
        )}
      </>
    );
  }
  if (year.state === 'past') {
    return (
      <Badge tone="neutral" icon={Minus}>
        Over
      </Badge>
    );
  }
  if (year.state === 'begun') {
    return (
      <>
        <Badge tone="gold" icon={Hourglass}>
          Pending
        </Badge>
        {known && <span className="text-small text-gold">{known.text}</span>}
      </>
    );
  }
  return known?.isTrouble ? <span className="text-small text-gold">{known.text}</span> : null;
}
