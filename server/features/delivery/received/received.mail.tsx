import { compileMail } from '../../../platform/mail/compile-mail.tsx';
import { Action, MailLayout, Soft, Words } from '../../../platform/mail/layout.tsx';

/** For the owner: somebody wrote back about a memory. `link` leads to it. */
export const replyReceivedMail = compileMail({
  values: ['ownerName', 'recipientName', 'title', 'link'],
  subject: ({ recipientName }) => `${recipientName} wrote back to you`,
  Body: ({ ownerName, recipientName, title, link }) => (
    <MailLayout
      title={`${recipientName} wrote back to you`}
      footer={<Soft>You can switch these messages off in the notification settings of your account.</Soft>}
    >
      <Words>Dear {ownerName},</Words>
      <Words>
        {recipientName} has opened “{title}” and left you a few words. They stand beside it, on its page.
      </Words>
      <Action href={link} label="Read them" />
    </MailLayout>
  ),
});

/** For a recipient who asked for it, once. `link` leads to their page. */
export const reminderMail = compileMail({
  values: ['recipientName', 'ownerFirstName', 'ownerName', 'link'],
  subject: ({ ownerFirstName }) => `You asked us to remind you: your page from ${ownerFirstName}`,
  Body: ({ recipientName, ownerFirstName, ownerName, link }) => (
    <MailLayout
      title={`Your page from ${ownerFirstName}`}
      footer={<Soft>You get this message once, because you asked for it on your page.</Soft>}
    >
      <Words>Dear {recipientName},</Words>
      <Words>
        You asked us to write to you today about what {ownerName} left for you. It is where it was, whenever
        you are ready.
      </Words>
      <Action href={link} label="Go to your page" />
    </MailLayout>
  ),
});
