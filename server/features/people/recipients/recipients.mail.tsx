import { compileMail } from '../../../platform/mail/compile-mail.tsx';
import { Action, MailLayout, PlainLink, Rule, Soft, Words } from '../../../platform/mail/layout.tsx';

/** For a new trusted contact: what that means. `reportLink` leads to where they can report a death, `leaveLink` to where they can say no. */
export const trustedContactMail = compileMail({
  values: ['ownerName', 'contactName', 'reportLink', 'leaveLink'],
  subject: ({ ownerName }) => `${ownerName} named you as a trusted contact`,
  Body: ({ ownerName, contactName, reportLink, leaveLink }) => (
    <MailLayout
      title={`${ownerName} named you as a trusted contact`}
      footer={<Soft>You get this message once, because {ownerName} gave us your address.</Soft>}
    >
      <Words>Dear {contactName},</Words>
      <Words>
        {ownerName} keeps words and memories with Long After, to be delivered to the people they care about.
        Some of them may be meant for after their death. {ownerName} trusts you to help us then.
      </Words>
      <Words>
        <strong>Now</strong> there is nothing to do. You need no account and no password. It is enough to keep
        this message.
      </Words>
      <Words>
        <strong>If {ownerName} dies,</strong> please tell us, at the address below. Once we have made sure of
        it, we send you a link to a page of your own. There you help us reach people: correct an address or a
        phone number, tell us that someone has moved or has a new name, or ask us to wait with a delivery.
      </Words>
      <Words>
        <strong>What you will not see</strong> is anything that was left for somebody else. No titles, no
        messages, no files.
      </Words>
      <Action href={reportLink} label="To tell us of a death" isQuiet />
      <Rule />
      <Soft>
        It is quite all right to say no, now or later. We then tell {ownerName}.{' '}
        <PlainLink href={leaveLink}>I would rather not</PlainLink>
      </Soft>
    </MailLayout>
  ),
});

/** For the owner: a recipient gave another address on their page. `link` leads to the recipient. */
export const addressProposedMail = compileMail({
  values: ['ownerName', 'recipientName', 'firstName', 'said', 'address', 'link'],
  subject: ({ firstName }) => `A new address for ${firstName}?`,
  Body: ({ ownerName, recipientName, firstName, said, address, link }) => (
    <MailLayout
      title={`A new address for ${firstName}?`}
      footer={<Soft>We write to you because {recipientName} is in your address book at Long After.</Soft>}
    >
      <Words>Dear {ownerName},</Words>
      <Words>
        {said} that {firstName} can now be reached here: {address}
      </Words>
      <Words>
        Nothing is changed until you agree. If you are not sure, ask {firstName} first, in a way that you
        know.
      </Words>
      <Action href={link} label="Look at it" />
    </MailLayout>
  ),
});

/** For the previous address. */
export const addressMovedMail = compileMail({
  values: ['recipientName', 'ownerName', 'support'],
  subject: ({ ownerName }) => `What ${ownerName} sends goes to another address now`,
  Body: ({ recipientName, ownerName, support }) => (
    <MailLayout
      title="Your address was changed"
      footer={<Soft>You get this message once, because it was sent here before.</Soft>}
    >
      <Words>Dear {recipientName},</Words>
      <Words>
        What {ownerName} leaves for you no longer goes to this address, but to another one that you gave us.
        If that is wrong, write to {support}.
      </Words>
    </MailLayout>
  ),
});

/** The code that confirms a new address, sent to that address. `ownerName` is the person who left something. */
export const addressCodeMail = compileMail({
  values: ['recipientName', 'ownerName', 'code', 'minutes'],
  subject: () => 'Your code for a new address',
  Body: ({ recipientName, ownerName, code, minutes }) => (
    <MailLayout
      title={code}
      footer={
        <Soft>
          If it was not you who entered this address, you need not do anything. Nothing is sent here.
        </Soft>
      }
    >
      <Words>Dear {recipientName},</Words>
      <Words>
        This is the code that confirms this address, so that what comes from {ownerName} reaches you here. It
        works for {minutes} minutes and works once.
      </Words>
    </MailLayout>
  ),
});
