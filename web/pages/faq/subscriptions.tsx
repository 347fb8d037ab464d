import { plans } from '../../../shared/plans.ts';
import { formatYears, reducedAfterYears } from '../../lib/plan-text.ts';
import type { FaqSection } from './faq-section.ts';

/** How many months after a lapse paying the outstanding fees, for at most that many months, restores the account. */
const graceMonths = 3;

export const subscriptions: FaqSection = {
  id: 'subscriptions',
  title: 'Subscriptions and deliveries',
  questions: [
    {
      question: 'What happens if my plan lapses?',
      answer: (
        <>
          <p>
            Nothing is erased. You can still read and download all that you have left, but add nothing beyond
            the limits of {plans.free.name}. Deliveries that fall due meanwhile wait, and go out as soon as
            the account is paid.
          </p>
          <p>
            You have {graceMonths} months of grace. Within them the months due can be paid, at most{' '}
            {graceMonths}, and the account is current again.
          </p>
        </>
      ),
    },
    {
      question: 'Can my family pay for me?',
      answer: (
        <p>
          Yes. Within {graceMonths} months of a lapse a family member may pay up to {graceMonths} months of
          fees to bring the account current, so that delivery goes ahead. They need no account, only the
          payment link. We send it to you first, and then to your trusted contacts.
        </p>
      ),
    },
    {
      question: `And if nobody pays within ${graceMonths} months?`,
      answer: (
        <p>
          The account can still be paid later, and nothing is erased because of the lapse. But delivery is
          then no longer guaranteed.
        </p>
      ),
    },
    {
      question: 'What changes once the price has gone down?',
      answer: (
        <p>
          After {formatYears(reducedAfterYears(plans.basic))} a paid plan moves to its reduced monthly price.
          From then on a delivery goes ahead only if the account is {graceMonths} months current, which means
          that its last {graceMonths} months have been paid.
        </p>
      ),
    },
    {
      question: 'Does my family have to go on paying after my death?',
      answer: (
        <p>
          Not if your account was current on the day you died. From a verified death on nothing more is
          charged, and the account counts as current for the guarantee years of its plan. Only an account that
          had lapsed before can still have months due. While a death report is being looked into, that clock
          stands still.
        </p>
      ),
    },
    {
      question: `Can ${plans.free.name} lapse?`,
      answer: <p>No. There is nothing to pay, so a free account is never behind with its payments.</p>,
    },
    {
      question: 'Why can a delivery have to wait?',
      answer: (
        <>
          <p>A delivery that has fallen due is never dropped. It waits while</p>
          <ul>
            <li>the memory is still being checked,</li>
            <li>the address of the recipient does not work,</li>
            <li>a trusted contact has asked us, after a death, to hold it,</li>
            <li>the account is behind with its payments,</li>
            <li>it goes by post, and we are packing it or it is on its way.</li>
          </ul>
          <p>You see the reason, and where you can help we write to you.</p>
        </>
      ),
    },
    {
      question: 'What if an address no longer works?',
      answer: (
        <p>
          When a mailbox is full or a server is down, we try again for up to 7 days. When the address itself
          is wrong, we ask you for a better one. With the new address the delivery starts again. After your
          death your trusted contacts can correct it.
        </p>
      ),
    },
  ],
};
