/** To somebody who paid for an account that is not theirs. */
import { compileMail } from '../../../../platform/mail/compile-mail.tsx';
import { MailLayout, Soft, Thread, Words } from '../../../../platform/mail/layout.tsx';

export const payerRefundMail = compileMail({
  values: ['ownerName', 'detail'],
  subject: () => 'We have given a payment back',
  Body: ({ ownerName, detail }) => (
    <MailLayout
      title="We have given a payment back"
      footer={<Soft>You get this message because this address was given with that payment.</Soft>}
    >
      <Words>We have given back what you had paid for {ownerName}’s account:</Words>
      <Thread>
        <Words>{detail}</Words>
      </Thread>
      <Words>
        It goes back the way it came. Most banks take five to ten days to show it. There is nothing you need
        to do.
      </Words>
    </MailLayout>
  ),
});
