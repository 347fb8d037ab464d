import type { ArrearsPayment, KeepCurrentPage } from '../../../../shared/billing/keep-current.ts';
import { formatDate } from '../../../../shared/dates.ts';
import { formatDollarsAndCents } from '../../../../shared/dollars.ts';
import { Link } from '../../../ui/link.tsx';
import { ThreadList } from '../../../ui/thread-list.tsx';
import { useSession } from '../../accounts/auth/sessions/sessions.ts';
import { Gap } from './gap.tsx';
import { KeepCurrentFrame, Opening } from './keep-current-frame.tsx';
import { dayOf } from './texts.ts';

/** Shown to the payer right after paying. */
export function Paid({ page, payment }: { page: KeepCurrentPage; payment: ArrearsPayment }) {
  const { isAuthenticated } = useSession();
  const { ownerFirstName, state } = page;
  const { amountDollars, paidAt, payerName, owedBackDollars, paidThrough } = payment;
  const [firstName] = (payerName ?? '').split(' ');
  const isMore = state === 'due' || state === 'late';
  const day = formatDate(paidAt ?? new Date(), Intl.DateTimeFormat().resolvedOptions().timeZone);
  const isDuplicate = owedBackDollars >= amountDollars;
  return (
    <KeepCurrentFrame title="It is paid">
      <Opening title={`It is paid. Thank you${firstName ? `, ${firstName}` : ''}.`}>
        <p>
          {formatDollarsAndCents(amountDollars)} on {day}. The receipt is on its way to the address that you
          gave.
          {isMore
            ? ` Another month has begun on ${ownerFirstName}’s account since you came here: the link shows what is due.`
            : ` Nothing more is due for ${ownerFirstName}’s account now.`}
        </p>
        {!isAuthenticated && (
          <p>
            If this is your own account, you can <Link href="/auth?mode=signin">sign in</Link>.
          </p>
        )}
        {owedBackDollars > 0 && (
          <p>
            {state === 'closed'
              ? 'Nothing can be paid for this account any more.'
              : 'Somebody else had paid before you.'}{' '}
            {isDuplicate ? 'Your payment' : formatDollarsAndCents(owedBackDollars)} will be refunded.
          </p>
        )}
      </Opening>
      {!isDuplicate && paidThrough && (
        <>
          <Gap
            from={{ day, text: 'paid by you' }}
            to={{ day: dayOf(paidThrough), text: 'paid until here' }}
            isClosed
            label={`The thread is whole: paid by you on ${day}, until ${dayOf(paidThrough)}.`}
          />
          {!isMore && <WhatFollows day={day} ownerFirstName={ownerFirstName} />}
        </>
      )}
    </KeepCurrentFrame>
  );
}

function WhatFollows({ day, ownerFirstName }: { day: string; ownerFirstName: string }) {
  const steps = [
    { when: day, what: 'What was waiting goes out today, each thing to the person it is for.' },
    {
      when: `On the days that ${ownerFirstName} chose`,
      what: 'Whatever is set for a day goes out on that day. Nothing more is asked of you.',
    },
  ];
  return (
    <div className="mt-11">
      <ThreadList
        label="What happens now"
        items={steps.map(({ when, what }) => ({
          key: when,
          content: (
            <>
              <p className="font-serif text-[1.25rem] leading-snug">{when}</p>
              <p className="mt-1 text-ink-soft">{what}</p>
            </>
          ),
        }))}
      />
    </div>
  );
}
