/** To an owner, for whom somebody has paid. */
import { compileMail } from '../../../../platform/mail/compile-mail.tsx';
import { Action, MailLayout, Soft, Words } from '../../../../platform/mail/layout.tsx';

/** `payer` begins a sentence, and `by` stands within one. `until` is a day, `link` leads to the settings. */
export const arrearsPaidMail = compileMail({
  values: ['ownerName', 'payer', 'by', 'amount', 'when', 'until', 'link'],
  subject: ({ payer }) => `${payer} has paid for your account`,
  Body: ({ ownerName, payer, by, amount, when, until, link }) => (
    <MailLayout
      title={`${payer} has paid for your account`}
      footer={<Soft>You get this message because it concerns your account.</Soft>}
    >
      <Words>Dear {ownerName},</Words>
      <Words>
        On {when} {by} paid {amount} that was due on your account. It is paid until {until}, and what waited
        is delivered.
      </Words>
      <Words>
        No plan renews now. If you would like to go on after that day, choose a plan in your settings. You are
        charged nothing for the months that were paid.
      </Words>
      <Action href={link} label="Open your settings" />
    </MailLayout>
  ),
});
