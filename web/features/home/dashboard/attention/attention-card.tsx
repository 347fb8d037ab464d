import { CircleAlert } from 'lucide-react';
import { formatDate } from '../../../../../shared/dates.ts';
import { describeGap } from '../../../../../shared/delivery/gap-words.ts';
import { formatDollars } from '../../../../../shared/dollars.ts';
import type { AttentionItem } from '../../../../../shared/home/attention.ts';
import { countOf, nameSome } from '../../../../../shared/in-words.ts';
import { capitalized } from '../../../../../shared/letter-case.ts';
import { defaultTimeZone } from '../../../../../shared/time-zones.ts';
import { ButtonLink } from '../../../../ui/button-link.tsx';
import { Card } from '../../../../ui/card.tsx';
import { useSessionUser } from '../../../accounts/auth/sessions/sessions.ts';
import { useOwnKeepCurrent } from '../../../billing/subscriptions/queries.ts';
import { headingOf, safeOf } from './attention-words.ts';
import { LineFrame } from './line-frame.tsx';
import { ReportLine } from './report-line.tsx';

/** What needs the owner's attention: one card, each line of which leads to where it can be fixed. */
export function AttentionCard({ items }: { items: readonly AttentionItem[] }) {
  const safe = safeOf(items);
  return (
    <Card
      as="section"
      padding="none"
      aria-labelledby="attention"
      className="mb-7 px-5 pt-5 pb-1.5 md:px-7 md:pt-6 md:pb-2.5"
    >
      <h2 id="attention" className="flex items-start gap-3 text-[1.5rem] leading-tight">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-6 flex-none text-gold" strokeWidth={1.5} />
        {headingOf(items)}
      </h2>
      {safe && <p className="mt-1 max-w-[70ch] text-ink-soft">{safe}</p>}
      <ul className="mt-2.5">
        {items.map((item, index) => (
          <Line key={`${item.reason} ${item.people[0]?.id ?? index}`} item={item} />
        ))}
      </ul>
    </Card>
  );
}

function Line({ item }: { item: AttentionItem }) {
  const { timezone } = useSessionUser();
  const { reason } = item;
  if (reason === 'closing') return <ClosingLine item={item} />;
  if (reason === 'report_open' || reason === 'report_stopped') return <ReportLine item={item} />;
  const { who, title, text, action, href } = describeGap(
    { ...item, kind: reason },
    timezone ?? defaultTimeZone,
  );
  if (item.kind === 'arrears') return <ArrearsLine item={item} action={action} />;
  return (
    <LineFrame
      title={
        <>
          {who && <strong className="font-semibold">{who}</strong>} {title}
        </>
      }
      text={text}
    >
      <ButtonLink href={href} variant="text" className="justify-self-start text-left">
        {action}
      </ButtonLink>
    </LineFrame>
  );
}

/** Something would come after the last day of the service. */
function ClosingLine({ item: { count, due, href } }: { item: AttentionItem }) {
  const what = countOf(count, 'delivery', 'deliveries');
  return (
    <LineFrame
      title={
        <>
          Long After closes on {due ? formatDate(due, 'UTC') : 'a day to come'}. {capitalized(what)} of yours
          would come later.
        </>
      }
      text="You decide what becomes of that. Nothing goes out early unless you say so."
    >
      <ButtonLink href={href} variant="text" className="justify-self-start text-left">
        See what comes later
      </ButtonLink>
    </LineFrame>
  );
}

/** The exact sum, what paying it would resume, and one button. */
function ArrearsLine({ item: { people, amount, href }, action }: { item: AttentionItem; action: string }) {
  const { data } = useOwnKeepCurrent();
  const names = nameSome(people.map(({ firstName }) => firstName));
  const sum = amount === null ? 'Months are due.' : `${formatDollars(amount)} is due.`;
  return (
    <LineFrame
      title={`Your plan has not been paid. ${sum}`}
      text={`${names ? `What is for ${names}` : 'What waits'} goes out as soon as it is paid. You can read and download everything at any time.`}
    >
      <ButtonLink href={data?.url ? new URL(data.url).pathname : href} className="max-md:mt-2 max-md:w-full">
        {action}
      </ButtonLink>
    </LineFrame>
  );
}
