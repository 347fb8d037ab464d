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

/** Perhaps the mail that it arrived was never sent. */
export const itemReceiptUndoneMail = compileMail({
  values: ['ownerName', 'title', 'link'],
  subject: () => 'Your item has not arrived yet',
  Body: ({ ownerName, title, link }) => (
    <MailLayout title="Your item has not arrived yet" footer={<AboutItem />}>
      <Words>Dear {ownerName},</Words>
      <Words>
        We recorded that “{title}” had arrived. That was a mistake of ours, and we are sorry: it is not with
        us yet. If you have handed it over to somebody, please tell us.
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

export const itemArrivedMail = compileMail({
  values: ['ownerName', 'title', 'supportEmail', 'link'],
  subject: () => 'Your item has arrived',
  Body: ({ ownerName, title, supportEmail, link }) => (
    <MailLayout title="Your item has arrived" footer={<AboutItem />}>
      <Words>Dear {ownerName},</Words>
      <Words>We have recorded that “{title}” has reached you.</Words>
      <Words>
        <strong>If you do not have it, please write to {supportEmail} now.</strong> We then look for it.
      </Words>
      <Action href={link} label="See where it has been" />
    </MailLayout>
  ),
});

function AboutItem() {
  return <Soft>You get this message because it concerns something that you gave Long After to keep.</Soft>;
}
