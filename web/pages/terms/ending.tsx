import { SupportLink } from '../../ui/support-link.tsx';
import type { LegalSection } from '../legal-document.tsx';

export const ending: readonly LegalSection[] = [
  {
    id: 'leaving',
    title: 'If you leave',
    body: (
      <p>
        You can delete your account at any time in its settings. Deliveries that have not been made stop at
        once. Within 14 days you can restore the account by signing in; then what you left is erased, all but
        what you let people keep who have already received it. You can export everything before. Physical
        items are sent back to you first.
      </p>
    ),
  },
  {
    id: 'closing-down',
    title: 'If we close down',
    body: (
      <>
        <p>We mean to be here for a long time. Should Long After ever end, this is what we promise:</p>
        <ul>
          <li>
            Every owner and every trusted contact hears of it at least 12 months before, by email, or by text
            message where there is no email address, and every page says so.
          </li>
          <li>
            From that day on we sell nothing new. What has been paid for the time after the end is paid back.
          </li>
          <li>Until the end every delivery is made as before, and deaths can be reported.</li>
          <li>Everybody can export everything: the originals and a page that opens without us.</li>
          <li>
            For each delivery that would come after the end, its owner chooses: it is handed to the recipient
            before we close, or it is given back to the owner.
          </li>
          <li>
            If the owner has died, what would come on a later day is handed to the recipient before we close.
            That is earlier than planned, and better than lost.
          </li>
          <li>Physical items go back to their owner, or to the person they are meant for, at our expense.</li>
          <li>Within 90 days of the end we erase what we hold, and say so when it is done.</li>
        </ul>
        <p>
          If another company takes over the service, it takes over these promises too, and you hear of it at
          least 60 days before, in time to leave.
        </p>
      </>
    ),
  },
  {
    id: 'liability',
    title: 'What we answer for',
    body: (
      <>
        <p>
          We take the care that what you entrust to us deserves. We answer without limit for harm done on
          purpose or by gross negligence, for harm to life and health, and wherever the law does not allow a
          limit. Otherwise we answer for foreseeable harm, up to what was paid for the account in the 36
          months before.
        </p>
        <p>
          We do not answer for what lies outside our hands: addresses that were wrong, mail providers and
          networks that fail, a death that nobody reports, or proof that was forged so well that careful
          people could not see it.
        </p>
      </>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to these terms',
    body: (
      <p>
        If we change these terms, you hear of it by email at least 60 days before. If you do not agree, you
        can export everything and leave, and we pay back what you have paid for the time after. The terms
        under which somebody has died are not changed to their disadvantage.
      </p>
    ),
  },
  {
    id: 'law',
    title: 'Law and contact',
    body: (
      <p>
        The law of the country in which Long After has its seat applies. Rights that the law of your own
        country gives you as a consumer stay yours. If something goes wrong, please write to us first, at{' '}
        <SupportLink />, or answer any email you have had from us: a person will read it.
      </p>
    ),
  },
];
