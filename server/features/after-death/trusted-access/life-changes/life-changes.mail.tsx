/** Mails about what a trusted contact told us of somebody's life. */
import { compileMail } from '../../../../platform/mail/compile-mail.tsx';
import { Action, MailLayout, Soft, Words } from '../../../../platform/mail/layout.tsx';

/** To the contact, in the words of staff. `outcome` says what it means. */
export const changeDecidedMail = compileMail({
  values: ['ownerName', 'contactName', 'personName', 'told', 'message', 'outcome', 'link'],
  subject: ({ personName }) => `About ${personName}`,
  Body: ({ ownerName, contactName, personName, told, message, outcome, link }) => (
    <MailLayout
      title={`About ${personName}`}
      footer={<Soft>You get this message because {ownerName} named you as a trusted contact.</Soft>}
    >
      <Words>Dear {contactName},</Words>
      <Words>
        You told us about {personName}: {told}. A person here has read it and writes:
      </Words>
      <Soft>{message}</Soft>
      <Words>{outcome}</Words>
      <Action href={link} label="Open your page" isQuiet />
    </MailLayout>
  ),
});

/** To an owner whose release was revoked. `changes` has a line for each person. */
export const changesEndedMail = compileMail({
  values: ['ownerName', 'changes', 'link'],
  lists: ['changes'],
  subject: () => 'What your trusted contacts told us while your account was closed',
  Body: ({ ownerName, changes, link }) => (
    <MailLayout
      title="What your trusted contacts told us"
      footer={<Soft>You get this message because it concerns your account.</Soft>}
    >
      <Words>Dear {ownerName},</Words>
      <Words>While we believed that you had died, your trusted contacts told us about these people:</Words>
      <Soft>{changes}</Soft>
      <Words>
        None of it counts any longer, and what you have scheduled for them will go out on its day again.{' '}
        <strong>Where we had confirmed that somebody had died,</strong> what was for them now goes to the
        person you named in their place. Please look at your schedule.
      </Words>
      <Action href={link} label="Open your schedule" />
    </MailLayout>
  ),
});
