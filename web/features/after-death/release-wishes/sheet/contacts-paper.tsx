import type { User } from '../../../../../shared/accounts/accounts.ts';
import type { ReleaseWishes } from '../../../../../shared/after-death/release-wishes.ts';
import { supportEmail } from '../../../../lib/site-settings.ts';
import { addressOf, Blank, Part, PrintedPage } from './paper.tsx';

export interface ContactsSheetFacts {
  owner: User;
  wishes: Pick<ReleaseWishes, 'objectionDays' | 'defaultObjectionHours'>;
  madeAt: Date;
}

/** One page of paper for a trusted contact. It contains no secret: where the code is kept is written in by hand. */
export function ContactsPaper({ owner, wishes, madeAt }: ContactsSheetFacts) {
  const days = wishes.objectionDays ?? Math.ceil(wishes.defaultObjectionHours / 24);
  return (
    <PrintedPage title="For my trusted contact" owner={owner} madeAt={madeAt}>
      <p>
        With Long After I keep letters and other memories for people I love. You are one of those whom I trust
        to help when I have died. There is nothing to do before that.
      </p>
      <Part title="When I have died">
        <p>
          Report it at <span className="font-semibold">{addressOf('/report-a-death')}</span>. You need no
          account and no password, and it costs nothing.
        </p>
      </Part>
      <Part title="What you need for it">
        <p>
          My name, my email address there ({owner.email}), the day of my death, and proof, such as the death
          certificate, as a photo or a PDF. The proof may follow later.
        </p>
      </Part>
      <Part title="What happens then">
        <p>
          People at Long After read the proof. Then they wait {days} {days === 1 ? 'day' : 'days'}, and ask me
          again and again whether it is a mistake. After that what I left begins to go out, and you get a link
          to a page on which you can help: correct an address, or ask to wait for somebody. You never see what
          I left for others.
        </p>
      </Part>
      <Part title="If it is a mistake and I am alive">
        <p>
          The sheet with the code that stops it at once, at{' '}
          <span className="font-semibold">{addressOf('/alive')}</span>, is kept here:
        </p>
        <Blank />
      </Part>
      <Part title="If something is unclear, or you would rather not do this">
        <p>Tell me. A person at Long After answers at {supportEmail()}.</p>
      </Part>
    </PrintedPage>
  );
}
