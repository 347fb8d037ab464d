import type { TrustedPage } from '../../../../shared/after-death/trusted-access.ts';
import { formatMoment } from '../../../../shared/dates.ts';
import { deviceTimeZone } from '../../../lib/device.ts';
import { AnswerForm } from './answer-form.tsx';
import { dayOfDeath, firstWord } from './phrases.ts';
import { Opening, TrustedFrame } from './trusted-frame.tsx';
import type { TrustedLink } from './use-trusted.ts';

interface WindowQuestionProps {
  page: TrustedPage;
  link: TrustedLink;
}

/** Asked before anything is given to anybody: somebody who knows the owner can still stop it. */
export function WindowQuestion({ page, link }: WindowQuestionProps) {
  const { contactName, ownerFirstName, ownerName, objectionEndsAt } = page;
  const until = objectionEndsAt && formatMoment(objectionEndsAt, deviceTimeZone());
  return (
    <TrustedFrame contactName={contactName}>
      <Opening title={`${firstWord(contactName)}, is ${ownerFirstName} alive?`}>
        <p>
          We were told that {ownerName} died {dayOfDeath(page)}, and we have checked the proof.{' '}
          {until ? `Until ${until}, nothing` : 'Nothing'} is given to anybody because of it.
        </p>
        <p>If it is true, and nothing should wait, you need not do anything.</p>
      </Opening>
      <AnswerForm ownerFirstName={ownerFirstName} link={link} />
      <section className="max-w-190 pb-16 md:pb-26">
        <h2 className="text-title">What happens next</h2>
        <p className="mt-3 max-w-[60ch] wrap-anywhere text-ink-soft">
          If nobody says otherwise, what {ownerFirstName} left for this time goes to the people it is for{' '}
          {until && ' after that moment'}. You then get a second message. With this same link you can help us
          reach them. You never see what was left.
        </p>
      </section>
    </TrustedFrame>
  );
}
