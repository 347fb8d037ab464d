/** Mails to owners about what we keep for them. */
import { compileMail } from '../../../platform/mail/compile-mail.tsx';
import { Action, MailLayout, Soft, Words } from '../../../platform/mail/layout.tsx';

/** `link` leads to the owner's items; `next` is a sentence. */
export const itemReceivedMail = compileMail({
  values: ['ownerName', 'title', 'next', 'link'],
  subject: () => 'We have what you sent us',
  Body: ({ ownerName, title, next, link }) => (
    <MailLayout title="We have what you sent us" footer={<AboutItem />}>
      <Words>Dear {ownerName},</Words>
      <Words>
        “{title}” has arrived and is safely stored. {next}
      </Words>
      <Action href={link} label="See your items" />
    </MailLayout>
  ),
});

/** `tracking` is a sentence, or empty. */
export const itemSentBackMail = compileMail({
  values: ['ownerName', 'title', 'tracking', 'link'],
  subject: () => 'Your item is on its way back to you',
  Body: ({ ownerName, title, tracking, link }) => (
    <MailLayout title="Your item is on its way back to you" footer={<AboutItem />}>
      <Words>Dear {ownerName},</Words>
      <Words>
        We have sent “{title}” back to you. {tracking}
      </Words>
      <Action href={link} label="See your items" />
    </MailLayout>
  ),
});

function AboutItem() {
  return <Soft>You get this message because it concerns something that you gave Long After to keep.</Soft>;
}
