import { compileMail } from '../../../platform/mail/compile-mail.tsx';
import { MailLayout, Soft, Thread, Words } from '../../../platform/mail/layout.tsx';

export const payerReceiptMail = compileMail({
  values: ['ownerName', 'detail'],
  subject: ({ ownerName }) => `Your receipt for ${ownerName}’s account`,
  Body: ({ ownerName, detail }) => (
    <MailLayout
      title="Your receipt"
      footer={<Soft>You get this message once, because this address was given with a payment.</Soft>}
    >
      <Words>Thank you. Your payment for {ownerName}’s account has arrived:</Words>
      <Thread>
        <Words>{detail}</Words>
      </Thread>
      <Words>
        Your card is not kept, and nothing more is charged to it. Please keep this message as your receipt.
      </Words>
    </MailLayout>
  ),
});

export const payerRefundMail = compileMail({
  values: ['ownerName', 'detail'],
  subject: () => 'We have refunded a payment',
  Body: ({ ownerName, detail }) => (
    <MailLayout
      title="We have refunded a payment"
      footer={<Soft>You get this message because this address was given with that payment.</Soft>}
    >
      <Words>We have refunded what you had paid for {ownerName}’s account:</Words>
      <Thread>
        <Words>{detail}</Words>
      </Thread>
      <Words>Most banks take five to ten days to show it. There is nothing you need to do.</Words>
    </MailLayout>
  ),
});
