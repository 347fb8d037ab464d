import { SupportLink } from '../../ui/support-link.tsx';
import type { LegalSection } from '../legal-document.tsx';
import { givenRule } from '../page-parts.tsx';

export const rights: readonly LegalSection[] = [
  {
    id: 'how-long',
    title: 'How long we keep it',
    body: (
      <ul>
        <li>What you leave: until you delete it, or your account ends. {givenRule}</li>
        <li>
          After you delete your account: 14 days, in which you can restore it. Then its rows and files are
          erased; copies kept for emergencies follow as they are replaced. If you let people keep what they
          have received, this remains: your name, what they were given, and the address it was sent to. Of
          your account nothing else does, beside the record named below.
        </li>
        <li>
          After your death: until what you planned has been delivered, at least for the years of your
          guarantee.
        </li>
        <li>
          The record of what was done in an account outlives it, as proof against tampering. It holds numbers
          instead of names, and no content.
        </li>
        <li>
          What you paid and for what: as long as the account. Our payment provider keeps its own books as long
          as tax law demands.
        </li>
      </ul>
    ),
  },
  {
    id: 'safety',
    title: 'How we protect it',
    body: (
      <>
        <p>
          Connections are encrypted. Passwords, sign-ins and delivery links are stored so that whoever stole
          our database could use none of them. A file is checked against its fingerprint before it is
          delivered. Pages accept no foreign scripts. What staff do is recorded.
        </p>
        <p>
          What you leave is not encrypted with a key that you alone hold, because then nobody could deliver it
          after your death. If something goes wrong that could harm you, you hear of it without delay.
        </p>
      </>
    ),
  },
  {
    id: 'rights',
    title: 'What you can ask for',
    body: (
      <>
        <ul>
          <li>See it and take it with you: the export in your settings holds everything, in open formats.</li>
          <li>Correct it: in your settings, or by a word to us.</li>
          <li>Have it erased: delete single memories and recipients, or the whole account.</li>
          <li>Object to or limit what we do with it, and withdraw your consent.</li>
          <li>Complain to the data protection authority where you live.</li>
        </ul>
        <p>
          People whose data somebody else has entered, recipients, trusted contacts and those who report a
          death, have the same rights. What was left for a recipient remains the owner’s until it is
          delivered.
        </p>
      </>
    ),
  },
  {
    id: 'children',
    title: 'Children',
    body: (
      <p>
        Accounts are for people of 18 and older. Children can receive what was left for them; if a child has
        no address of their own, please enter that of somebody who looks after them.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact and changes',
    body: (
      <p>
        Write to <SupportLink />, or answer any email you have had from us, and a person will read it. If we
        change this policy, owners hear of it by email at least 60 days before, and the date at the top
        changes with it.
      </p>
    ),
  },
];
