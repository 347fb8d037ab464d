import type { ReactNode } from 'react';
import { staysCancelled } from '../../../../../shared/accounts/stays-cancelled.ts';
import { formatMoment } from '../../../../../shared/dates.ts';
import type { GivenChoice } from '../../../../../shared/given-choice.ts';
import type { NoticeKind } from '../../../../../shared/outbox/mail-kinds.ts';
import { placeholderSupportEmail } from '../../../../../shared/pages.ts';
import { compileMail } from '../../../../platform/mail/compile-mail.tsx';
import { Action, MailLayout, Soft, Thread, Words } from '../../../../platform/mail/layout.tsx';
import { type MailRow, toldFrom } from '../../../outbox/messages/mails/mails.table.ts';
import type { PrepareMail } from '../../../outbox/messages/mails/mails.ts';
import type { UserRow } from '../../profile/profile.table.ts';
import { erasedAfter, greetedAs } from '../../profile/profile.ts';
import { mailToOwner } from './mail-to-owner.ts';

const noticeValues = [
  'firstName',
  'when',
  'detail',
  'given',
  'settingsLink',
  'passwordLink',
  'signInLink',
] as const;
type Values = Record<(typeof noticeValues)[number], string>;

interface Notice {
  title: string;
  body: (values: Values) => ReactNode;
  action: (values: Values) => { href: string; label: string };
  /** Computed when the mail leaves; without it, the detail is stored with the mail. */
  detail?: (mail: MailRow, owner: UserRow, now: Date) => string;
}

const toSettings = ({ settingsLink }: Values) => ({ href: settingsLink, label: 'Open your settings' });
const signIn = ({ signInLink }: Values) => ({ href: signInLink, label: 'Sign in' });

function notice({ title, body, action, detail }: Notice): PrepareMail {
  const write = compileMail({
    values: noticeValues,
    subject: () => title,
    Body: (values) => (
      <MailLayout
        title={title}
        footer={
          <Soft>
            You get this message because it concerns your account, whatever your notification settings are.
          </Soft>
        }
      >
        <Words>Dear {values.firstName},</Words>
        {body(values)}
        <Action {...action(values)} isQuiet />
      </MailLayout>
    ),
  });
  return mailToOwner(({ config: { publicUrl }, clock }, mail, owner) =>
    write({
      firstName: greetedAs(owner),
      when: formatMoment(mail.createdAt, owner.timezone),
      detail: detail?.(mail, owner, clock.now()) ?? mail.details['detail'] ?? '',
      given: whatRecipientsKeep[mail.details['received'] === 'keep' ? 'keep' : 'withdraw'],
      settingsLink: `${publicUrl}/settings`,
      passwordLink: `${publicUrl}/forgot-password`,
      signInLink: `${publicUrl}/auth`,
    }),
  );
}

/** Until when a deletion can be taken back, if its mail is sent now. */
function untilErased(mail: MailRow, { deletionRequestedAt, timezone }: UserRow, now: Date): string {
  const told = toldFrom(mail, now);
  const from = deletionRequestedAt && deletionRequestedAt > told ? deletionRequestedAt : told;
  return formatMoment(erasedAfter({ deletionRequestedAt: from }) ?? from, timezone);
}

interface Warning {
  title: string;
  happened: (values: Values) => ReactNode;
  /** What is left to do after setting a new password. */
  afterwards?: string;
}

/** About a change that somebody else may have made. */
function warning({ title, happened, afterwards }: Warning): PrepareMail {
  return notice({
    title,
    body: (values) => (
      <>
        <Words>{happened(values)}</Words>
        <Words>
          <strong>If it was not you,</strong> choose a new password now. That signs out everybody who is
          signed in to your account.
        </Words>
        {afterwards && <Words>{afterwards}</Words>}
      </>
    ),
    action: ({ passwordLink }) => ({ href: passwordLink, label: 'Choose a new password' }),
  });
}

const whatRecipientsKeep: Record<GivenChoice, string> = {
  keep: 'What people have received already stays on their pages, with your name, as you chose.',
  withdraw: 'From then on, what people have received already can no longer be opened, as you chose.',
};

/** Depending on the kind, `detail` is the device, the number of codes left, a day, or what was paid. */
export const accountNotices: Record<NoticeKind, PrepareMail> = {
  'password-changed': warning({
    title: 'Your password was changed',
    happened: ({ when }) => (
      <>
        On {when} the password of your account was changed. All other browsers have been signed out. If this
        was you, there is nothing to do.
      </>
    ),
  }),
  'two-factor-off': warning({
    title: 'Two-factor sign-in is off',
    happened: ({ when }) => (
      <>
        On {when} two-factor sign-in was switched off. Your password alone opens your account again. If this
        was you, there is nothing to do.
      </>
    ),
  }),
  'recovery-codes-renewed': warning({
    title: 'You have new recovery codes',
    happened: ({ when }) => (
      <>On {when} new recovery codes were made for your account. The old ones no longer work.</>
    ),
    afterwards: 'Then make new recovery codes once more, in your settings.',
  }),
  'recovery-code-used': warning({
    title: 'A recovery code was used',
    happened: ({ when, detail }) => (
      <>
        On {when} somebody used one of your recovery codes instead of a code from your app. Codes that are
        left: {detail}. You can make new ones in your settings.
      </>
    ),
  }),
  'new-device': warning({
    title: 'A new sign-in to your account',
    happened: ({ when, detail }) => (
      <>
        On {when} somebody signed in to your account in a browser that we did not know: {detail}. If this was
        you, there is nothing to do.
      </>
    ),
  }),
  'deletion-requested': notice({
    title: 'Your account will be deleted',
    body: ({ when, detail, given }) => (
      <>
        <Words>
          On {when} you asked us to delete your account. Nothing is delivered any more, and on {detail}{' '}
          everything you keep with us is erased. {given}
        </Words>
        <Words>
          <strong>If you change your mind,</strong> sign in before that day. Your memories are all there, and
          what you have scheduled is delivered again. {staysCancelled}
        </Words>
      </>
    ),
    action: signIn,
    detail: untilErased,
  }),
  'account-restored': notice({
    title: 'Your account is restored',
    body: ({ when }) => (
      <Words>
        On {when} you cancelled the deletion of your account. Your memories are all there, and what you have
        scheduled will be delivered. What fell due in between is delivered now. {staysCancelled}
      </Words>
    ),
    action: toSettings,
  }),
  'export-ready': notice({
    title: 'Your export is ready',
    body: ({ detail }) => (
      <Words>
        The copy of everything you keep with us is ready. You can download it in your settings until {detail}.
        You will be asked for your password.
      </Words>
    ),
    action: toSettings,
  }),
  'payment-received': notice({
    title: 'Your receipt',
    body: ({ detail }) => (
      <>
        <Words>Thank you. Your payment has arrived:</Words>
        <Thread>
          <Words>{detail}</Words>
        </Thread>
        <Words>Please keep this message as your receipt.</Words>
      </>
    ),
    action: toSettings,
  }),
  'payment-refunded': notice({
    title: 'We have refunded a payment',
    body: ({ detail }) => (
      <>
        <Words>We have refunded what you had paid:</Words>
        <Thread>
          <Words>{detail}</Words>
        </Thread>
        <Words>Most banks take five to ten days to show it. There is nothing you need to do.</Words>
      </>
    ),
    action: toSettings,
  }),
  'sign-in-suspended': notice({
    title: 'Signing in to your account is paused',
    body: ({ when }) => (
      <>
        <Words>
          On {when} our staff paused signing in to your account, and everybody who was signed in is signed
          out.
        </Words>
        <Words>
          Nothing was deleted, and what you have scheduled is still delivered. Please write to{' '}
          {placeholderSupportEmail}, so that we can open it for you again.
        </Words>
      </>
    ),
    action: signIn,
  }),
  'sign-in-restored': notice({
    title: 'You can sign in again',
    body: ({ when }) => (
      <Words>
        On {when} our staff opened your account again. You can sign in with your password. Everything is there
        as it was.
      </Words>
    ),
    action: signIn,
  }),
  'second-email-confirmed': warning({
    title: 'You have a second address',
    happened: ({ when, detail }) => (
      <>
        Since {when} this is the second address of your account: {detail}. If somebody tells us that you have
        died, we ask you there as well whether that is true.
      </>
    ),
  }),
  'second-email-removed': warning({
    title: 'Your second address was removed',
    happened: ({ when, detail }) => (
      <>
        On {when} the second address of your account was removed: {detail}. If somebody tells us within the
        next thirty days that you have died, we still ask you there.
      </>
    ),
  }),
  'phone-changed': warning({
    title: 'Your phone number was changed',
    happened: ({ when, detail }) => (
      <>
        On {when} the phone number in your profile was changed or removed. It was {detail} before. If somebody
        tells us within the next thirty days that you have died, our text messages go there as well.
      </>
    ),
  }),
  'release-wishes-loosened': warning({
    title: 'Your choices about a report of your death were changed',
    happened: ({ when, detail }) => (
      <>
        On {when} your choices were changed: if somebody reports your death, we are to wait less long for your
        answer, or to accept reports from more people. Until {detail} your earlier choices still count.
      </>
    ),
    afterwards: 'Then set your choices again, under “After my death” in your settings.',
  }),
  'stopping-code-made': warning({
    title: 'A new code for your printed sheet',
    happened: ({ when }) => (
      <>
        On {when} a new code was made for the sheet that you keep with your papers. With it you can tell us
        that you are alive without opening your mailbox and without signing in. The code on any earlier sheet
        no longer works.
      </>
    ),
    afterwards: 'Then make a new code and print the sheet again, under “After my death” in your settings.',
  }),
  'stopping-code-used': notice({
    title: 'The code of your printed sheet was used',
    body: ({ when }) => (
      <Words>
        On {when} somebody entered the code of the sheet that you keep with your papers, and so told us that
        you are alive. A code works only once. You can make a new one, and print the sheet again, in your
        settings.
      </Words>
    ),
    action: toSettings,
  }),
};
