import { reportPath } from '../../../shared/report-link.ts';
import { Link } from '../../ui/link.tsx';
import type { LegalSection } from '../legal-document.tsx';

export const delivery: readonly LegalSection[] = [
  {
    id: 'memories',
    title: 'Checking what you leave',
    body: (
      <p>
        Before a memory can be scheduled it is checked: that the file is what it says it is, that it opens,
        and that it harms nobody. Usually a program does this within seconds. Where it cannot decide, the
        memory waits, you see why, and our staff decide; they may open a file only for a reason that is
        recorded and shown to you. Files come back exactly as you uploaded them.
      </p>
    ),
  },
  {
    id: 'delivery',
    title: 'How we deliver',
    body: (
      <>
        <ul>
          <li>
            A delivery with a date is made at the time you set, whether you are alive or not. If you have
            chosen quiet days after your death, what falls in them waits until they are over.
          </li>
          <li>
            A delivery after death is made only once the death has been confirmed, or later if you have set a
            number of days after it or a day before which it is not to arrive.
          </li>
          <li>
            Each recipient gets one link, by email, or by text message where we know no email address. What is
            to go by post, one of our staff opens, prints or copies to a memory stick, and posts to the
            mailing address in your address book.
          </li>
          <li>
            You can change or cancel a delivery until it begins. What has been sent then can only be taken
            back by deleting it.
          </li>
        </ul>
        <p>
          A delivery can wait: while a memory is being checked, while an address does not work, while a
          trusted contact has asked us to hold it, or while the account is behind with its payments. We then
          tell whoever can help. For passing faults we try again for up to 7 days. Once a mail provider has
          taken a message, we cannot see what it does with it.
        </p>
      </>
    ),
  },
  {
    id: 'after-death',
    title: 'How a death is confirmed',
    body: (
      <>
        <ol>
          <li>
            Somebody who knew you <Link href={reportPath}>reports the death</Link>, confirms their email
            address, and sends proof such as a death certificate.
          </li>
          <li>
            We ask you at once by email whether you are alive, and by text message too once a proof has come.
            If you are, one press ends the report.
          </li>
          <li>Our staff check the proof and verify or reject the report.</li>
          <li>
            After that there is time to object, a day at the very least and as long as you have chosen, with a
            message to you every day. Any sign-in to your account, or “I am alive”, stops the release.
          </li>
          <li>If the time passes without an objection, we release what you meant for after your death.</li>
        </ol>
        <p>
          Whoever reports a death knowing that it is false answers for the harm it does. A release that turns
          out to be mistaken is taken back as far as it has not been delivered.
        </p>
      </>
    ),
  },
  {
    id: 'trusted-contacts',
    title: 'Trusted contacts',
    body: (
      <p>
        You may name people as trusted contacts, and we tell them what that means. After your death they can
        correct the addresses of your recipients, answer questions about changes in their lives, and ask us to
        hold a delivery. They can neither see nor change what you have left.
      </p>
    ),
  },
];
