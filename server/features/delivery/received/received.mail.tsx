/** The code that lets the recipient open a delivery on a second device. */
import { compileMail } from '../../../platform/mail/compile-mail.tsx';
import { MailLayout, Soft, Words } from '../../../platform/mail/layout.tsx';

export const codeMail = compileMail({
  values: ['recipientName', 'code', 'minutes'],
  subject: () => 'Your code to open what was left for you',
  Body: ({ recipientName, code, minutes }) => (
    <MailLayout
      title={code}
      footer={
        <Soft>If it was not you who asked for this code, you need not do anything. Nothing was opened.</Soft>
      }
    >
      <Words>Dear {recipientName},</Words>
      <Words>
        This is the code for opening your page on another device. It works for {minutes} minutes and works
        once.
      </Words>
    </MailLayout>
  ),
});

export function codeText(code: string): string {
  return `${code} is your code to open what was left for you. It works for 10 minutes. Long After`;
}
