import { compileMail } from '../../../platform/mail/compile-mail.tsx';
import { Action, MailLayout, Soft, Words } from '../../../platform/mail/layout.tsx';

/** Mails to owners and trusted contacts about a plan that ends or is no longer paid. */

/** `first` says how things are; `second` says what follows. */
export const arrearsOwnerMail = compileMail({
  values: ['title', 'ownerName', 'first', 'second', 'link', 'label'],
  subject: ({ title }) => title,
  Body: ({ title, ownerName, first, second, link, label }) => (
    <MailLayout
      title={title}
      footer={<Soft>You get this message because it concerns what you pay for your account.</Soft>}
    >
      <Words>Dear {ownerName},</Words>
      <Words>{first}</Words>
      <Words>{second}</Words>
      <Action href={link} label={label} />
    </MailLayout>
  ),
});

export const arrearsContactMail = compileMail({
  values: ['title', 'contactName', 'ownerName', 'first', 'second', 'link'],
  subject: ({ title }) => title,
  Body: ({ title, contactName, ownerName, first, second, link }) => (
    <MailLayout
      title={title}
      footer={<Soft>You get this message because {ownerName} named you as a trusted contact.</Soft>}
    >
      <Words>Dear {contactName},</Words>
      <Words>{first}</Words>
      <Words>{second}</Words>
      <Words>
        Anybody can pay at the address below, once and without an account: no plan begins, and no card is
        kept. You do not have to. You may send the address on to somebody else in the family.
      </Words>
      <Action href={link} label="See what is due" isQuiet />
    </MailLayout>
  ),
});

/** `payer` begins a sentence; `by` is used within one. `until` is a day; `link` leads to the settings. */
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
