import type { KeepCurrentPage } from '../../../../shared/billing/keep-current.ts';
import { formatDollarsAndCents } from '../../../../shared/dollars.ts';
import { Card } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Gap } from './gap.tsx';
import { KeepCurrentFrame, Opening } from './keep-current-frame.tsx';
import { PayForm } from './pay-form.tsx';
import { answersOf, dayOf, lastDayOf, leadOf, titleOf, whatItDoes } from './texts.ts';

interface DueProps {
  token: string;
  page: KeepCurrentPage;
  /** The result of an attempt to pay; null if there was none. */
  notice: { title: string; text: string } | null;
  onChanged: () => Promise<void>;
}

/** What is due, what paying it does, and how to pay it. */
export function Due({ token, page, notice, onChanged }: DueProps) {
  return (
    <KeepCurrentFrame title={titleOf(page)}>
      {notice && <Notice title={notice.title}>{notice.text}</Notice>}
      <Opening title={titleOf(page)}>
        <p>{leadOf(page)}</p>
      </Opening>
      <MissingMonths page={page} />
      <Card as="section" className="md:px-8 md:pt-4 md:pb-8">
        <Amounts page={page} />
        <p className="mt-3 mb-6 max-w-[58ch]">{whatItDoes(page)}</p>
        <PayForm token={token} page={page} onChanged={onChanged} />
      </Card>
      <dl className="mt-10 grid gap-x-14 gap-y-7 md:mt-14 md:grid-cols-2">
        {answersOf(page).map(({ question, answer }) => (
          <div key={question}>
            <dt className="font-serif text-[1.375rem] leading-snug">{question}</dt>
            <dd className="mt-1.5 text-ink-soft">{answer}</dd>
          </div>
        ))}
      </dl>
    </KeepCurrentFrame>
  );
}

/** If more than three months are missing, only three of them are charged, and there is no gap to draw. */
function MissingMonths({ page: { state, paidThrough, securesUntil, stoppedAt } }: { page: KeepCurrentPage }) {
  const until = stoppedAt ?? securesUntil;
  if (state === 'late' || !paidThrough || !until) return <div className="h-9 md:h-13" />;
  const text = stoppedAt ? 'nothing is charged after it' : 'paid until here, once you pay';
  return (
    <Gap
      from={{ day: dayOf(paidThrough), text: 'paid until here' }}
      to={{ day: dayOf(until), text }}
      label={`Paid until ${dayOf(paidThrough)}. The unpaid part runs until ${dayOf(until)}.`}
    />
  );
}

function Amounts({ page: { state, months, amountDollars } }: { page: KeepCurrentPage }) {
  const lines =
    state === 'late'
      ? [{ key: 'all', what: 'Three months, the most that is ever asked', amountDollars }]
      : months.map(({ from, to, ...month }) => ({
          ...{ key: from, what: `${dayOf(from)} to ${lastDayOf(to)}` },
          ...month,
        }));
  return (
    <table className="w-full tabular-nums">
      <caption className="sr-only">What is due</caption>
      <tbody>
        {lines.map((line) => (
          <tr key={line.key} className="border-b border-line">
            <th scope="row" className="py-3.5 pr-4 text-left font-normal">
              {line.what}
            </th>
            <td className="py-3.5 text-right whitespace-nowrap">
              {formatDollarsAndCents(line.amountDollars)}
            </td>
          </tr>
        ))}
        <tr className="font-serif text-[1.75rem] leading-tight">
          <th scope="row" className="pt-5 pb-1.5 text-left font-normal">
            Due
          </th>
          <td className="pt-5 pb-1.5 text-right whitespace-nowrap">{formatDollarsAndCents(amountDollars)}</td>
        </tr>
      </tbody>
    </table>
  );
}
