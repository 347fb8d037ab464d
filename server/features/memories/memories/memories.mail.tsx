import { compileMail } from '../../../platform/mail/compile-mail.tsx';
import { Action, MailLayout, Soft, Words } from '../../../platform/mail/layout.tsx';

/** For the owner: a person reviewed a memory and did not approve it. `link` leads to where it can be changed. */
export const memoryRejectedMail = compileMail({
  values: ['ownerName', 'title', 'reason', 'link'],
  subject: ({ title }) => `We could not approve “${title}”`,
  Body: ({ ownerName, title, reason, link }) => (
    <MailLayout
      title={`We could not approve “${title}”`}
      footer={<Soft>We write to you because you keep this memory with Long After.</Soft>}
    >
      <Words>Dear {ownerName},</Words>
      <Words>One of us reviewed “{title}”, and could not approve it as it is. This is why:</Words>
      <Words>{reason}</Words>
      <Words>
        It is kept as you left it, and is not delivered to anybody in the meantime. When you change it or
        replace its file, we look at it again.
      </Words>
      <Action href={link} label="Change this memory" />
    </MailLayout>
  ),
});
