import type { LegalSection } from '../legal-document.tsx';

export const holding: readonly LegalSection[] = [
  {
    id: 'short',
    title: 'In short',
    body: (
      <ul>
        <li>What you leave is for the people you name, and for nobody else.</li>
        <li>We earn money from plans and not from data: no advertising, no tracking, nothing sold.</li>
        <li>You can take everything with you, and you can have everything erased.</li>
      </ul>
    ),
  },
  {
    id: 'about-you',
    title: 'What we keep about you',
    body: (
      <ul>
        <li>
          Your account: name, email address, date of birth, and if you give them phone number, address,
          picture and time zone. Your password only in a form from which nobody can read it.
        </li>
        <li>
          What you leave: letters, files, personal messages, answers to the legacy questions, drafts, and to
          whom and when it is to be delivered.
        </li>
        <li>
          Your plan, what you have paid and when. We never have your card number; that stays with the payment
          provider.
        </li>
        <li>
          Orders, counseling sessions and physical items, where you use them. What you write for a counselor
          is health data: it is encrypted, is in no log and no email, and is shown to you and the staff
          concerned only.
        </li>
        <li>
          For security: when you signed in and with what kind of browser, and a record of what was done in
          your account and when. For a short time your network address, to slow down those who guess
          passwords.
        </li>
      </ul>
    ),
  },
  {
    id: 'about-others',
    title: 'What we keep about people you name',
    body: (
      <>
        <p>
          The name, relationship, email address, phone number and postal address you enter for each recipient.
          We write to them only to deliver, to send them a code, or, if you name them as a trusted contact, to
          tell them what that means. After a delivery we keep when it was sent and opened. For a gift we keep
          the name and address that you give, and use them to deliver it.
        </p>
        <p>
          If somebody has left something for you, nothing of it is shown before you press Open, and you need
          not.
        </p>
        <p>
          Whoever reports a death gives us their name, email address, relationship and the proof. Only the
          staff who check it see it.
        </p>
      </>
    ),
  },
  {
    id: 'why',
    title: 'Why we may',
    body: (
      <ul>
        <li>
          To do what we have agreed with you: keep, check and deliver what you leave, and bill the plan.
        </li>
        <li>
          Because you and the people you name have a legitimate interest in it: to write to recipients, to
          keep accounts safe, to make sure that a death is real.
        </li>
        <li>Because you have said yes: counseling notes, and whatever else about your health you tell us.</li>
        <li>Because the law requires it: keeping bills.</li>
      </ul>
    ),
  },
];
