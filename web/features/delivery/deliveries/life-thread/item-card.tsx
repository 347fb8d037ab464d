import { CalendarClock, CalendarDays, CircleAlert } from 'lucide-react';
import type { Schedule } from '../../../../../shared/delivery/schedules.ts';
import { describeLength } from '../../../../../shared/lengths.ts';
import type { Recipient } from '../../../../../shared/people/recipients.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { ButtonLink } from '../../../../ui/button-link.tsx';
import { Card } from '../../../../ui/card.tsx';
import { Link } from '../../../../ui/link.tsx';
import { memoryKinds, SeeItAs } from '../../../memories/memories/memories.ts';
import { describePerson, describeUpcoming, isOpenToChange, titleOf, useNow } from '../schedules/schedules.ts';

interface ItemCardProps {
  item: Schedule;
  person: Recipient;
  isNext: boolean;
}

/** One item that waits for a person. */
export function ItemCard({ item, person, isNext }: ItemCardProps) {
  const nowMs = useNow();
  const own = item.recipients.find(({ id }) => id === person.id);
  const state = own && describePerson(own, item.timezone, item.deliveryMethod);
  const isOpen = isOpenToChange(item, nowMs);
  const { shortMoment } = describeUpcoming(item, nowMs);
  const Icon = item.memoryType ? memoryKinds[item.memoryType].icon : CalendarClock;
  return (
    <Card as="li" padding="none" className="grid grid-cols-1 gap-1 px-4.5 pt-3 pb-2">
      <div className="flex min-h-7.5 items-center justify-between gap-2 text-small text-ink-soft">
        <span className="inline-flex min-w-0 items-center gap-2">
          <Icon aria-hidden="true" className="size-4.5 flex-none text-gold" strokeWidth={1.5} />
          {kindOf(item)}
        </span>
        {isNext && (
          <Badge tone="gold" icon={CalendarClock}>
            Next
          </Badge>
        )}
      </div>
      <h3 className="text-[1.3125rem] break-words">
        {item.memoryId ? (
          <Link
            href={`/memories/${item.memoryId}`}
            variant="plain"
            className="-my-2.5 block rounded-small py-2.5 decoration-1 underline-offset-4 hover:underline"
          >
            <span className="line-clamp-3">{titleOf(item)}</span>
          </Link>
        ) : (
          <span className="line-clamp-3">{titleOf(item)}</span>
        )}
      </h3>
      {item.deliveryType === 'on_death' && shortMoment !== 'After your death' && (
        <p className="text-small text-ink-soft">{shortMoment}</p>
      )}
      {state && (
        <p className={state.isTrouble ? 'flex gap-1.5 text-small text-gold' : 'text-small text-ink-soft'}>
          {state.isTrouble && (
            <CircleAlert aria-hidden="true" className="mt-1 size-4 flex-none" strokeWidth={1.75} />
          )}
          {state.text}
        </p>
      )}
      <div className="mt-0.5 flex flex-wrap gap-x-6 wrap-anywhere">
        {item.memoryId && <SeeItAs memoryId={item.memoryId} people={[person]} className="text-left" />}
        <ButtonLink
          href={isOpen ? `/schedule?change=${item.id}` : '/schedule#upcoming'}
          variant="text"
          size="small"
          className="text-left"
          icon={<CalendarDays aria-hidden="true" className="size-5 flex-none" strokeWidth={1.5} />}
          aria-label={
            isOpen ? `Change its day: ${titleOf(item)}` : `See it on the schedule: ${titleOf(item)}`
          }
        >
          {isOpen ? 'Change its day' : 'See it on the schedule'}
        </ButtonLink>
      </div>
    </Card>
  );
}

/** 'letter', 'video, 14 s', 'letter, by post' */
function kindOf({ memoryType, memorySeconds, deliveryMethod }: Schedule): string {
  const kind = memoryType ? memoryKinds[memoryType].label.toLowerCase() : 'memory';
  const length = memorySeconds === null ? [] : [describeLength(memorySeconds)];
  return [kind, ...length, ...(deliveryMethod === 'physical' ? ['by post'] : [])].join(', ');
}
