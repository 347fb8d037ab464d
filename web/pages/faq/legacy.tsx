import { reportPath } from '../../../shared/report-link.ts';
import { Link } from '../../ui/link.tsx';
import type { FaqSection } from './faq-section.ts';

export const legacy: FaqSection = {
  id: 'legacy',
  title: 'Legacy and delivery',
  questions: [
    {
      question: 'How is a death confirmed?',
      answer: (
        <>
          <p>By people, with proof, and never in a hurry:</p>
          <ol>
            <li>
              Somebody who knew you <Link href={reportPath}>tells us</Link> and sends proof, such as a death
              certificate. They need no account.
            </li>
            <li>We ask you at once whether you are alive. One press on “I am alive” closes the report.</li>
            <li>Our staff check the proof and verify the report, or reject it.</li>
            <li>Then you have at least a day to object, or as long as you chose. Any sign-in stops it.</li>
            <li>Only if nobody objects do we deliver what you meant for after your death.</li>
          </ol>
        </>
      ),
    },
    {
      question: 'When does something for after my death arrive?',
      answer: (
        <p>
          As soon as the death has been confirmed in this way, or later, if you have asked for some days in
          between or set a day before which it must not arrive. Whatever you set for a day arrives on that
          day, whether you are alive or not, unless you have chosen quiet days after your death.
        </p>
      ),
    },
    {
      question: 'What is a trusted contact?',
      answer: (
        <p>
          Somebody from your address book who helps us after your death. They correct the addresses of your
          recipients, tell us what has changed in their lives, and can ask us to hold a delivery. They never
          read or change what you left.
        </p>
      ),
    },
    {
      question: 'What if the report was a mistake?',
      answer: (
        <p>
          Until the time to object has passed, you stop it by signing in or by pressing “I am alive”. Even
          later our staff can take a release back: whatever has not been delivered by then stops.
        </p>
      ),
    },
    {
      question: 'What becomes of my account after my death?',
      answer: (
        <p>
          Once your death has been confirmed, nobody can sign in to it, and messages to you stop. It stays
          only so that what you have planned can still be delivered.
        </p>
      ),
    },
    {
      question: 'How are physical keepsakes handed over?',
      answer: (
        <p>
          Our staff keep them, and after your death send them to the person and the address that you have
          given. You can ask for an item back at any time before, for a return fee.
        </p>
      ),
    },
    {
      question: 'What happens if Long After closes down?',
      answer: (
        <>
          <p>
            We promise in our terms to say so at least 12 months ahead, and to keep delivering in that time.
            Everybody can export everything. For each memory whose day would come after the end you choose: it
            is handed out before we close, or it goes back to you. If you have died by then and left no
            choice, it is handed to the person it is meant for rather than lost.
          </p>
          <p>
            <Link href="/terms-of-service#closing-down">The full promise in our terms</Link>
          </p>
        </>
      ),
    },
  ],
};
