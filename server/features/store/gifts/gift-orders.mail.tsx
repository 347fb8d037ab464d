/** Mails to owners about what they ordered in the store. */
import { compileMail } from '../../../platform/mail/compile-mail.tsx';
import { Action, MailLayout, Soft, Words } from '../../../platform/mail/layout.tsx';

/** `gifts` are their names; `link` leads to the orders; `tracking` is a sentence. */
export const giftOrderShippedMail = compileMail({
  values: ['ownerName', 'gifts', 'recipientName', 'title', 'tracking', 'link'],
  subject: ({ title }) => title,
  Body: ({ ownerName, gifts, recipientName, title, tracking, link }) => (
    <MailLayout title={title} footer={<AboutOrder />}>
      <Words>Dear {ownerName},</Words>
      <Words>
        What you ordered has been sent: {gifts}, for {recipientName}. {tracking}
      </Words>
      <Action href={link} label="See your orders" />
    </MailLayout>
  ),
});

/** `paid` says what happens to the money, and is empty if nothing was paid. */
export const giftOrderCancelledMail = compileMail({
  values: ['ownerName', 'gifts', 'recipientName', 'paid', 'link'],
  subject: () => 'Your order was cancelled',
  Body: ({ ownerName, gifts, recipientName, paid, link }) => (
    <MailLayout title="Your order was cancelled" footer={<AboutOrder />}>
      <Words>Dear {ownerName},</Words>
      <Words>
        We had to cancel what you ordered: {gifts}, for {recipientName}. Nothing will be sent. {paid}
      </Words>
      <Action href={link} label="See your orders" />
    </MailLayout>
  ),
});

function AboutOrder() {
  return <Soft>You get this message because it concerns something that you ordered with Long After.</Soft>;
}
