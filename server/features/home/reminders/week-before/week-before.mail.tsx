import { compileMail } from '../../../../platform/mail/compile-mail.tsx';
import { Action, Lines, MailLayout, Soft, Words } from '../../../../platform/mail/layout.tsx';

/** For the owner, a week before. `coming` has a line for each thing and person; `next` says whether they have to do something. */
export const weekBeforeMail = compileMail({
  values: ['ownerName', 'subject', 'coming', 'next', 'link', 'label'],
  lists: ['coming'],
  subject: ({ subject }) => subject,
  Body: ({ ownerName, subject, coming, next, link, label }) => (
    <MailLayout
      title={subject}
      footer={
        <Soft>
          You get this a week before something you left goes out. You can switch it off under Reminders in
          your notification settings.
        </Soft>
      }
    >
      <Words>Dear {ownerName},</Words>
      <Words>This is what you planned for a week from now:</Words>
      <Lines>{coming}</Lines>
      <Words>{next}</Words>
      <Action href={link} label={label} />
    </MailLayout>
  ),
});
