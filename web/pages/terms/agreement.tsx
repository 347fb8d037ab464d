import { Link } from '../../ui/link.tsx';
import type { LegalSection } from '../legal-document.tsx';
import { givenRule } from '../page-parts.tsx';

export const agreement: readonly LegalSection[] = [
  {
    id: 'agreement',
    title: 'Our agreement',
    body: (
      <>
        <p>
          These terms are the agreement between you and Long After (“we”) about keeping what you leave and
          delivering it. You agree to them when you create an account. Our{' '}
          <Link href="/privacy-policy">privacy policy</Link> says how we handle what we learn about you and
          others.
        </p>
        <p>
          Please tell the people close to you that you use Long After. If your death is never reported to us,
          we cannot know of it.
        </p>
      </>
    ),
  },
  {
    id: 'age',
    title: 'You must be 18',
    body: (
      <p>
        To have an account you must be at least 18 years old and able to enter into an agreement. The people
        you leave something for may be younger, and need no account.
      </p>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    body: (
      <ul>
        <li>Give your real name and an email address that you read: we reach you there when it matters.</li>
        <li>
          The account is yours alone. Keep your password to yourself, and tell us if somebody else has it.
        </li>
        <li>Keep the addresses of your recipients up to date. We can deliver only to addresses that work.</li>
        <li>After 20 minutes without activity we sign you out.</li>
      </ul>
    ),
  },
  {
    id: 'yours',
    title: 'What you leave stays yours',
    body: (
      <>
        <p>
          You keep all rights in what you write and upload. You allow us only what keeping and delivering it
          takes: to store it, to copy it for safety, to make previews and playable versions of it, to check
          it, and to hand it to the people you name. We do not publish it, sell it or train anything with it.
        </p>
        <p>{givenRule}</p>
      </>
    ),
  },
  {
    id: 'not-allowed',
    title: 'What may not be left here',
    body: (
      <>
        <p>Please do not use Long After</p>
        <ul>
          <li>to threaten, harass, blackmail or frighten somebody,</li>
          <li>for pictures of abuse, or for anything else that the law forbids you to possess or to send,</li>
          <li>for what is not yours to give, such as other people’s works or secrets,</li>
          <li>to spread programs that harm, or to send advertising,</li>
          <li>in the place of a will: a letter left here is not one, and transfers no property.</li>
        </ul>
        <p>
          We may withhold such content and close the account. You hear the reason first, unless the law
          forbids us to tell you.
        </p>
      </>
    ),
  },
];
