import { formatDay } from '../../../../../shared/dates.ts';
import type { GuardianPage } from '../../../../../shared/delivery/guardians.ts';
import { Thread } from '../../../../ui/thread.tsx';

const path = 'M60 118 C 150 150, 250 76, 430 112 S 650 94, 800 98';

/** What waits, sealed, on the thread from today to the day on which the guardian's say ends. */
export function Sealed({ page }: { page: GuardianPage }) {
  const { childFirstName, ownerFirstName, today, childAge, untilAge, endsOn } = page;
  return (
    <div className="relative mt-8 md:mt-11">
      <div aria-hidden="true" className="relative mx-auto w-[min(18.75rem,64vw)]">
        <svg aria-hidden="true" viewBox="0 0 460 290" className="block w-full fill-card stroke-line-strong">
          <path d="M1.5 8 L208 156 Q230 172 252 156 L458.5 8 V280 Q458.5 288.5 450 288.5 H10 Q1.5 288.5 1.5 280Z" />
          <path d="M5 287 L206 152 Q230 137 254 152 L455 287 Q453 288.5 450 288.5 H10 Q7 288.5 5 287Z" />
          <path d="M1.5 9 Q2 1.5 9 1.5 H451 Q458 1.5 458.5 9 L252 157 Q230 173 208 157Z" />
        </svg>
        <span className="absolute inset-x-[9%] bottom-[8%] overflow-hidden text-center font-serif text-[min(1.625rem,30px)] leading-tight text-ellipsis whitespace-nowrap italic">
          {childFirstName}
        </span>
      </div>
      <div aria-hidden="true" className="pointer-events-none absolute inset-x-0 top-0 h-43 md:h-47">
        <Thread path={path} viewBox="0 0 860 200" isStretched className="size-full" />
        <span className="absolute top-[59%] left-[7%] size-2.5 -translate-1/2 rounded-full bg-thread" />
        <span className="absolute top-[49%] left-[93%] size-2.5 -translate-1/2 rounded-full border border-thread bg-card" />
      </div>
      <div
        aria-hidden="true"
        className="pointer-events-none absolute inset-x-0 top-0 mx-auto aspect-46/29 w-[min(18.75rem,64vw)]"
      >
        <span className="absolute top-[56%] left-1/2 grid size-11 -translate-1/2 place-items-center rounded-full border border-thread bg-gold-wash font-serif text-lead text-gold italic">
          {ownerFirstName.charAt(0)}
        </span>
      </div>
      <dl className="mt-5 grid large-text:grid-cols-1 grid-cols-2 gap-4 text-small leading-snug text-ink-soft">
        <div>
          <dt>Today</dt>
          <dd>
            <b className="block font-serif text-[1.3125rem] font-normal text-ink">{formatDay(today)}</b>
            {childFirstName} is {childAge}
          </dd>
        </div>
        <div className="text-right">
          <dt>
            {childFirstName} turns {untilAge}
          </dt>
          <dd>
            <b className="block font-serif text-[1.3125rem] font-normal text-ink">{formatDay(endsOn)}</b>
            and decides alone
          </dd>
        </div>
      </dl>
    </div>
  );
}
