/** What people read when it turns out that somebody whom we believed dead is alive. Few words, and no blame. */
import { compileMail } from '../../../../platform/mail/compile-mail.tsx';
import { Action, MailLayout, Soft, Thread, Words } from '../../../../platform/mail/layout.tsx';

/** To somebody who had heard from us, or had told us, that the owner had died. `meaning` has a line for each thing. */
export const ownerIsAliveMail = compileMail({
  values: ['names', 'ownerName', 'opening', 'meaning'],
  lists: ['meaning'],
  subject: ({ ownerName }) => `${ownerName} is alive: our mistake`,
  Body: ({ names, ownerName, opening, meaning }) => (
    <MailLayout
      title={`${ownerName} is alive`}
      footer={<Soft>You get this message once, to everybody who had heard of it through us.</Soft>}
    >
      <Words>Dear {names},</Words>
      <Words>{opening}</Words>
      <Words>{meaning}</Words>
      <Words>There is nothing you need to do. If you have a question, please answer this message.</Words>
    </MailLayout>
  ),
});

const reopened = ['firstName', 'when', 'given', 'links', 'waiting', 'told', 'link'] as const;
const concernsYou = (
  <Soft>You get this message because it concerns your account, whatever your notification settings are.</Soft>
);
const reopenedTitle = 'Your account is open again';

function Apology({ firstName, when }: { firstName: string; when: string }) {
  return (
    <>
      <Words>Dear {firstName},</Words>
      <Words>
        We were told that you had died, and closed your account. That was a mistake, and we are sorry. Since{' '}
        {when} you can sign in again as before.
      </Words>
    </>
  );
}

/** To the owner, of whose memories something had gone out. `given` has a line for each. */
export const accountReopenedMail = compileMail({
  values: reopened,
  lists: ['given'],
  subject: () => reopenedTitle,
  Body: ({ firstName, when, given, links, waiting, told, link }) => (
    <MailLayout title={reopenedTitle} footer={concernsYou}>
      <Apology firstName={firstName} when={when} />
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

/** The same where nothing had gone out. */
export const accountReopenedInTimeMail = compileMail({
  values: reopened,
  subject: () => reopenedTitle,
  Body: ({ firstName, when, waiting, told, link }) => (
    <MailLayout title={reopenedTitle} footer={concernsYou}>
      <Apology firstName={firstName} when={when} />
      <Words>
        Nothing that you keep with us had gone out to anybody. {waiting} {told}
      </Words>
      <Action href={link} label="Sign in" isQuiet />
    </MailLayout>
  ),
});
