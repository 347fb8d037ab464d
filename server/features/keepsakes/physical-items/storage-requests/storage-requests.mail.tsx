/** Mails to owners about what they want to send us. */
import { compileMail } from '../../../../platform/mail/compile-mail.tsx';
import { Action, MailLayout, Soft, Words } from '../../../../platform/mail/layout.tsx';

/** `answer` is what staff wrote; `link` leads to the owner's requests. */
export const storageRequestAnsweredMail = compileMail({
  values: ['ownerName', 'opening', 'answer', 'link'],
  subject: () => 'Our answer about what you want to send us',
  Body: ({ ownerName, opening, answer, link }) => (
    <MailLayout
      title="Our answer about what you want to send us"
      footer={<Soft>You get this message because you asked Long After to keep something for you.</Soft>}
    >
      <Words>Dear {ownerName},</Words>
      <Words>{opening}</Words>
      <Words>{answer}</Words>
      <Action href={link} label="See your requests" />
    </MailLayout>
  ),
});
