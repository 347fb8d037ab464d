import type { LegalSection } from '../legal-document.tsx';

export const sharing: readonly LegalSection[] = [
  {
    id: 'who-sees',
    title: 'Who can see it',
    body: (
      <ul>
        <li>You see everything you have left.</li>
        <li>
          A recipient sees what you left for them, once it has been delivered: your name, your personal
          message and the memory. They do not learn who else receives something.
        </li>
        <li>
          Our staff see the type, size and title of a memory and what its check found. They see addresses
          where a delivery needs a person.
        </li>
      </ul>
    ),
  },
  {
    id: 'who-else',
    title: 'Who else sees it',
    body: (
      <ul>
        <li>
          Trusted contacts, after your death: the names and addresses of your recipients, so that they can
          correct them. Never what you left: no titles, no messages, no files, no counts.
        </li>
        <li>
          Our staff, where a check could not decide: the file, for a reason that is recorded and shown to you.
        </li>
        <li>A counselor, where you book a session: what you wrote for it.</li>
        <li>
          Our staff, for physical items: what it is, your pictures of it, and who is to have it; the words
          that go with it only once it is handed over.
        </li>
        <li>
          Whoever has the link by which an account is paid, such as a family member: your name and plan, what
          is due and until when, and nothing that was left.
        </li>
      </ul>
    ),
  },
  {
    id: 'providers',
    title: 'Who works for us',
    body: (
      <>
        <p>
          Some companies work for us, under contracts that let them do nothing else with it: one that runs our
          servers and storage, one that carries our emails, one that carries text messages, and one that takes
          payments. Emails and text messages hold names and a link, never what you left.
        </p>
        <p>
          We give data to authorities only where the law compels us, no more than it demands, and tell you
          unless we are forbidden to.
        </p>
      </>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies and storage in your browser',
    body: (
      <>
        <p>Only what the pages need to work, and so nothing to agree to or to refuse:</p>
        <ul>
          <li>when you are signed in: a cookie and an entry that say so, and your name,</li>
          <li>a cookie by which we tell a browser you have signed in with from that of a stranger,</li>
          <li>when you open a delivery: a cookie by which it opens again on that device without a code,</li>
          <li>a copy of what you are writing, until it is saved,</li>
          <li>what you record here, until it is uploaded or you delete it,</li>
          <li>whether you prefer light or dark pages, and what you have hidden,</li>
          <li>a page that says so when there is no connection.</li>
        </ul>
        <p>
          Our pages load nothing from other companies. Our emails hold no hidden pictures, so we do not know
          whether you have read them.
        </p>
      </>
    ),
  },
];
