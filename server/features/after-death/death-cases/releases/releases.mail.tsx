/** Mails for when somebody we believed dead turns out to be alive. Few words, and no blame. */
import { compileLetter } from '../../../../platform/mail/compile-letter.tsx';
import { compileMail } from '../../../../platform/mail/compile-mail.tsx';
import { Action, MailLayout, Soft, Thread, Words } from '../../../../platform/mail/layout.tsx';

/** For somebody who had heard from us, or had told us, that the owner had died. `meaning` has a line for each consequence. */
export const ownerIsAliveMail = compileLetter({
  subject: '{ownerName} is alive: our mistake',
  title: '{ownerName} is alive',
  dear: '{names}',
  text: [
    '{opening}',
    '{meaning}',
    'There is nothing you need to do. If you have a question, please answer this message.',
  ],
  lists: ['meaning'],
  footer: 'You get this message once, to everybody who had heard of it through us.',
});

const concernsYou =
  'You get this message because it concerns your account, whatever your notification settings are.';
const reopenedTitle = 'Your account is open again';
const apology =
  'We were told that you had died, and closed your account. That was a mistake, and we are sorry. Since {when} you can sign in again as before.';

/** For an owner some of whose memories had gone out. `given` has a line for each. */
export const accountReopenedMail = compileMail({
  values: ['firstName', 'when', 'given', 'links', 'waiting', 'told', 'link'],
  lists: ['given'],
  subject: () => reopenedTitle,
  Body: ({ firstName, when, given, links, waiting, told, link }) => (
    <MailLayout title={reopenedTitle} footer={<Soft>{concernsYou}</Soft>}>
      <Words>Dear {firstName},</Words>
      <Words>{apology.replace('{when}', when)}</Words>
      <Words>By then this had gone out:</Words>
      <Thread>
        <Words>{given}</Words>
      </Thread>
      <Words>{links}</Words>
      <Words>
        {waiting} {told}
      </Words>
      <Action href={link} label="See all that went out" isQuiet />
    </MailLayout>
  ),
});

export const accountReopenedInTimeMail = compileLetter({
  subject: reopenedTitle,
  dear: '{firstName}',
  text: [apology, 'Nothing that you keep with us had gone out to anybody. {waiting} {told}'],
  action: { label: 'Sign in' },
  footer: concernsYou,
});
