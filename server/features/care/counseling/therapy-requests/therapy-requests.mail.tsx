/** The mail about an answered request for another time; what was asked and offered is shown only on the page. */
import { compileMail } from '../../../../platform/mail/compile-mail.tsx';
import { Action, MailLayout, Soft, Words } from '../../../../platform/mail/layout.tsx';

/** `answer` is a sentence; `link` leads to the owner's requests. */
export const therapyRequestAnsweredMail = compileMail({
  values: ['ownerName', 'answer', 'link'],
  subject: () => 'About the time that you asked for',
  Body: ({ ownerName, answer, link }) => (
    <MailLayout title="About the time that you asked for" footer={<AboutRequest />}>
      <Words>Dear {ownerName},</Words>
      <Words>{answer}</Words>
      <Action href={link} label="See our answer" />
    </MailLayout>
  ),
});

function AboutRequest() {
  return <Soft>You get this message because you asked Long After for another time for a session.</Soft>;
}
