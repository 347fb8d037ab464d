/** To those who hear that others have changed where somebody is reached. Never with the new address, which may be a stranger's. */
import { compileMail } from '../../../../platform/mail/compile-mail.tsx';
import { Action, MailLayout, Soft, Words } from '../../../../platform/mail/layout.tsx';

/** Before it counts: the link lets whoever reads this say that it is wrong. */
export const addressChangedMail = compileMail({
  values: ['title', 'greeting', 'what', 'next', 'ifWrong', 'why', 'link'],
  subject: ({ title }) => title,
  Body: ({ title, greeting, what, next, ifWrong, why, link }) => (
    <MailLayout title={title} footer={<Soft>{why}</Soft>}>
      <Words>Dear {greeting},</Words>
      <Words>
        {what} {next}
      </Words>
      <Words>
        If it is right, you need not do anything. <strong>If it is wrong,</strong> {ifWrong}
      </Words>
      <Action href={link} label="See the change" isQuiet />
    </MailLayout>
  ),
});

/** After somebody had said that it is wrong, and staff found out. */
export const addressSettledMail = compileMail({
  values: ['title', 'greeting', 'what', 'why', 'link'],
  subject: ({ title }) => title,
  Body: ({ title, greeting, what, why, link }) => (
    <MailLayout title={title} footer={<Soft>{why}</Soft>}>
      <Words>Dear {greeting},</Words>
      <Words>{what}</Words>
      <Words>If that is not so, please answer this email, and a person here looks into it again.</Words>
      <Action href={link} label="See the change" isQuiet />
    </MailLayout>
  ),
});
