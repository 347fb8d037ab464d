/** The receipt of somebody who paid for an account that is not theirs. */
import { compileMail } from '../../../../platform/mail/compile-mail.tsx';
import { MailLayout, Soft, Thread, Words } from '../../../../platform/mail/layout.tsx';

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
