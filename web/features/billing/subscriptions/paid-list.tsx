import { useState } from 'react';
import { describePurpose } from '../../../../shared/billing/payment-purposes.ts';
import type { PaymentList } from '../../../../shared/billing/subscriptions.ts';
import { formatDate } from '../../../../shared/dates.ts';
import { formatDollarsAndCents } from '../../../../shared/dollars.ts';
import { numberWord } from '../../../../shared/in-words.ts';
import { capitalized } from '../../../../shared/letter-case.ts';
import { Button } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { OpenSetting, Setting } from '../../../ui/setting.tsx';
import { describeRefund } from './subscription-texts.ts';

const shownAtFirst = 3;

interface PaidListProps extends Pick<PaymentList, 'payments'> {
  timeZone: string;
}

/** The payments made, collapsed to a line. */
export function PaidList({ payments, timeZone }: PaidListProps) {
  const [last] = payments;
  if (!last) return <OpenSetting title="Payments" value="You have not paid for anything yet." />;
  const day = formatDate(last.paidAt, timeZone);
  const count = numberWord(payments.length);
  const value =
    payments.length === 1 ? `One, on ${day}.` : `${capitalized(count)} so far, the last on ${day}.`;
  return (
    <Setting title="Payments" value={value} action="Show">
      <Rows payments={payments} timeZone={timeZone} />
    </Setting>
  );
}

function Rows({ payments, timeZone }: PaidListProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? payments : payments.slice(0, shownAtFirst);
  return (
    <div className="grid justify-items-start gap-3">
      <ul aria-label="What you have paid" className="w-full divide-y divide-line">
        {shown.map((payment) => (
          <Row key={payment.id} payment={payment} timeZone={timeZone} />
        ))}
      </ul>
      {payments.length > shown.length && (
        <Button variant="quiet" size="small" onPress={() => setWhole(true)}>
          Show all {payments.length}
        </Button>
      )}
    </div>
  );
}

const target = '-my-2 inline-flex min-h-11 items-center';

function Row({ payment, timeZone }: { payment: PaymentList['payments'][number]; timeZone: string }) {
  const day = formatDate(payment.paidAt, timeZone);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] large-text:grid-cols-1 gap-x-5 py-2.5 leading-snug">
      <div className="min-w-0">
        <p>{describePurpose(payment)}</p>
        <p className="text-small text-ink-soft tabular-nums">{day}</p>
        {payment.refund && <p className="text-small text-ink-soft">{describeRefund(payment, timeZone)}</p>}
      </div>
      <div className="flex flex-wrap items-start gap-x-5 max-sm:flex-col max-sm:items-end">
        <span className="tabular-nums">{formatDollarsAndCents(payment.amount)}</span>
        <span className="flex gap-x-4">
          <Link href={`/api/payments/${payment.id}/receipt.pdf`} target="_blank" className={target}>
            Receipt
            <span className="sr-only"> of {day} (PDF, opens in a new tab)</span>
          </Link>
          {payment.invoiceUrl && (
            <Link href={payment.invoiceUrl} className={target}>
              Invoice
            </Link>
          )}
        </span>
      </div>
    </li>
  );
}
