/** Mails to trusted contacts, and about what they did. */
import type { ReactNode } from 'react';
import { compileMail } from '../../../../platform/mail/compile-mail.tsx';
import { Action, MailLayout, Soft, Words } from '../../../../platform/mail/layout.tsx';

const whyContact = (ownerName: string) => (
  <Soft>You get this message because {ownerName} named you as a trusted contact.</Soft>
);

const windowValues = ['ownerName', 'contactName', 'day', 'until', 'link'] as const;
type Window = Record<(typeof windowValues)[number], string>;

/** While the owner can still object. */
export const contactWindowMail = compileMail({
  values: windowValues,
  subject: ({ ownerName }) => `We were told that ${ownerName} has died`,
  Body: (values) => (
    <WindowBody {...values} title={`We were told that ${values.ownerName} has died`}>
      Somebody has told us that {values.ownerName} died {values.day}, and our staff have checked the proof
      that was sent. If you did not know, we are very sorry that you are hearing it from us.
    </WindowBody>
  ),
});

/** The same, to whoever knows of it. */
export const contactWindowAgainMail = compileMail({
  values: windowValues,
  subject: ({ ownerName }) => `What happens next, about ${ownerName}`,
  Body: (values) => (
    <WindowBody {...values} title="What happens next">
      Our staff have checked the proof that {values.ownerName} died {values.day}. You are one of their trusted
      contacts.
    </WindowBody>
  ),
});

function WindowBody({ title, children, ...values }: Window & { title: string; children: ReactNode }) {
  const { ownerName, contactName, until, link } = values;
  return (
    <MailLayout title={title} footer={whyContact(ownerName)}>
      <Words>Dear {contactName},</Words>
      <Words>{children}</Words>
      <Words>
        <strong>If {ownerName} is alive, or if we should wait,</strong> please say so at the address below. A
        person here will then look into it, and nothing is sent because of it in the meantime. Otherwise there
        is nothing you need to do.
      </Words>
      <Words>
        <strong>Until {until}</strong> nothing is sent because of it. After that, what {ownerName} left for
        after their death goes to the people it is for.
      </Words>
      <Action href={link} label="Tell us" isQuiet />
    </MailLayout>
  );
}

/** The window was stopped: staff look into it again. */
export const contactStoppedMail = compileMail({
  values: ['ownerName', 'contactName', 'why', 'link'],
  subject: ({ ownerName }) => `About ${ownerName}: we are looking into it again`,
  Body: ({ ownerName, contactName, why, link }) => (
    <MailLayout title="We are looking into it again" footer={whyContact(ownerName)}>
      <Words>Dear {contactName},</Words>
      <Words>
        We wrote to you that we were told that {ownerName} has died. {why}
      </Words>
      <Words>
        A person here is looking into it. Until it is clear, nothing that {ownerName} keeps with us is given
        to anybody because of it, and we write to you again.
      </Words>
      <Words>
        If you know more, you can tell us at the address below. Otherwise nothing is asked of you.
      </Words>
      <Action href={link} label="Tell us" isQuiet />
    </MailLayout>
  ),
});

/** The report has ended, and nothing was released. */
export const contactEndedMail = compileMail({
  values: ['ownerName', 'contactName', 'why'],
  subject: ({ ownerName }) => `About ${ownerName}: the report is closed`,
  Body: ({ ownerName, contactName, why }) => (
    <MailLayout title="The report is closed" footer={whyContact(ownerName)}>
      <Words>Dear {contactName},</Words>
      <Words>
        We wrote to you that we were told that {ownerName} has died. {why}
      </Words>
      <Words>
        Nothing that {ownerName} keeps with us was given to anybody because of it. We are sorry for the
        fright. If you know that {ownerName} has died, please answer this message.
      </Words>
    </MailLayout>
  ),
});

const invited = ['ownerName', 'contactName', 'link'] as const;
type Invited = Record<(typeof invited)[number], string>;
const invitedSubject = ({ ownerName }: Invited) => `What ${ownerName} left, and how you can help`;

/** Once what was left goes out. */
export const contactInvitedMail = compileMail({
  values: invited,
  subject: invitedSubject,
  Body: (values) => <InvitedBody {...values} opening={sorry(values)} />,
});

/** The same, with what the owner wrote for this day. */
export const contactInvitedWithNoteMail = compileMail({
  values: [...invited, 'note'],
  lists: ['note'],
  subject: invitedSubject,
  Body: (values) => <InvitedBody {...values} opening={sorry(values)} />,
});

/** To whoever told us of the death, and need not be told. */
export const reporterInvitedMail = compileMail({
  values: invited,
  subject: invitedSubject,
  Body: (values) => <InvitedBody {...values} opening={<>You told us about {values.ownerName}.</>} />,
});

export const reporterInvitedWithNoteMail = compileMail({
  values: [...invited, 'note'],
  lists: ['note'],
  subject: invitedSubject,
  Body: (values) => <InvitedBody {...values} opening={<>You told us about {values.ownerName}.</>} />,
});

const sorry = ({ ownerName }: Invited) => <>We are sorry that {ownerName} has died.</>;

function InvitedBody({ opening, note, ...values }: Invited & { opening: ReactNode; note?: string }) {
  const { ownerName, contactName, link } = values;
  return (
    <MailLayout title={invitedSubject(values)} footer={whyContact(ownerName)}>
      <Words>Dear {contactName},</Words>
      <Words>
        {opening} What {ownerName} left for after their death is now going to the people it is for, and you
        were named to help us reach them.
      </Words>
      {note && <Words>{ownerName} wrote this for those who were asked to help:</Words>}
      {note && <Words>{note}</Words>}
      <Words>
        At the address below you see who has been reached. You can correct an address or a phone number, tell
        us what has changed in somebody’s life, or ask us to wait. You do not see what was left for them.
      </Words>
      <Words>
        There is no hurry, and you need no password. Anybody who has this address can do what you can, so
        please keep it to yourself.
      </Words>
      <Action href={link} label="Help us reach people" />
    </MailLayout>
  );
}

/** To an owner whose release was revoked. `corrections` has a line for each. */
export const addressBookCorrectedMail = compileMail({
  values: ['ownerName', 'corrections', 'link'],
  lists: ['corrections'],
  subject: () => 'Your address book was corrected while your account was closed',
  Body: ({ ownerName, corrections, link }) => (
    <MailLayout
      title="Please look at your address book"
      footer={<Soft>You get this message because it concerns your account.</Soft>}
    >
      <Words>Dear {ownerName},</Words>
      <Words>
        While we believed that you had died, your trusted contacts corrected how people are reached:
      </Words>
      <Soft>{corrections}</Soft>
      <Words>
        Their corrections are still in your address book. We have kept what was there before: write to us if
        you would like it back.
      </Words>
      <Action href={link} label="Open your recipients" />
    </MailLayout>
  ),
});
