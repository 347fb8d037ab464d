import type { ReactNode } from 'react';
import { compileMail, type MailContent } from '../../../../platform/mail/compile-mail.tsx';
import { Action, MailLayout, Soft, Words } from '../../../../platform/mail/layout.tsx';

/** `works` continues "The link works", such as "for 72 hours"; `when` is when a change was made. */
const values = ['firstName', 'link', 'works', 'when'] as const;
type Values = Record<(typeof values)[number], string>;
export type LinkMail = (values: Values) => Promise<MailContent>;

interface LinkMailTexts {
  title: string;
  body: (values: Values) => ReactNode;
  label: string;
  /** Follows "The link works …". */
  footer?: string;
}

function linkMail({ title, body, label, footer = '' }: LinkMailTexts): LinkMail {
  return compileMail({
    values,
    subject: () => title,
    Body: (filled) => (
      <MailLayout title={title} footer={<Soft>{`The link works ${filled.works}. ${footer}`.trim()}</Soft>}>
        <Words>Dear {filled.firstName},</Words>
        {body(filled)}
        <Action href={filled.link} label={label} />
      </MailLayout>
    ),
  });
}

const notAskedFor = 'If it was not you who asked for it, you need not do anything.';

export const verifyEmailMail = linkMail({
  title: 'Please confirm your email address',
  body: () => (
    <Words>
      You opened an account with Long After. Please confirm that this is your address, so that we can reach
      you about what you leave with us.
    </Words>
  ),
  label: 'Confirm this address',
  footer: 'If it was not you who opened an account with Long After, you need not do anything.',
});

export const confirmEmailMail = linkMail({
  title: 'Please confirm your new email address',
  body: () => (
    <Words>
      You asked us to write to you here from now on. Once you confirm it, this is also the address to sign in
      with.
    </Words>
  ),
  label: 'Confirm this address',
  footer: `${notAskedFor} Nothing changes.`,
});

export const confirmSecondEmailMail = linkMail({
  title: 'Please confirm your second address',
  body: () => (
    <Words>
      You gave us this address in addition to the one on your account. If somebody tells us that you have
      died, we will ask you here as well whether that is true. We write to it about nothing else, except to
      protect it.
    </Words>
  ),
  label: 'Confirm this address',
  footer: `${notAskedFor} Nothing changes.`,
});

export const resetPasswordMail = linkMail({
  title: 'Choose a new password',
  body: () => (
    <Words>
      Somebody asked for a new password for your account. If it was you, you can choose one on this page.
      Whoever is signed in to your account will then be signed out.
    </Words>
  ),
  label: 'Choose a new password',
  footer: `${notAskedFor} Your password stays as it is.`,
});

/** After a change was undone that somebody else had made: nobody knows the password now. */
export const passwordGoneMail = linkMail({
  title: 'Choose a new password now',
  body: () => (
    <Words>
      The change to your account has been undone, and everybody has been signed out. The old password no
      longer works. Choose a new one, and you can sign in again.
    </Words>
  ),
  label: 'Choose a new password',
  footer: 'After that you can ask for another one where you sign in, with “Forgot your password?”.',
});

const newestLink = <Words>Please use the link below. The one in our earlier message no longer works.</Words>;

const undoAddress = (
  <Words>
    <strong>If it was not you,</strong> undo the change. That gives your account this address back and signs
    out everybody who is signed in to it. The password it had then no longer works either, and we send you a
    link to choose a new one.
  </Words>
);

export const emailChangedMail = linkMail({
  title: 'Your email address was changed',
  body: ({ when }) => (
    <>
      <Words>
        On {when} the email address of your account was changed. From now on we write to the new one. If this
        was you, there is nothing to do.
      </Words>
      {undoAddress}
    </>
  ),
  label: 'Undo the change',
});

/** To the address before, when the account gets a new password while the change can still be undone. */
export const emailChangedEarlierMail = linkMail({
  title: 'Your password was changed too',
  body: ({ when }) => (
    <>
      <Words>
        On {when} the email address of your account was changed from this one to another. Now its password was
        changed as well. If this was you, there is nothing to do.
      </Words>
      {undoAddress}
      {newestLink}
    </>
  ),
  label: 'Undo the change of the address',
});

const undoTwoFactor = (
  <Words>
    <strong>If it was not you,</strong> switch it off with the link below. It takes no code, but the password
    that your account had when it was switched on. That signs out everybody who is signed in to your account,
    that password no longer works either, and we send you a link to choose a new one. A new password alone
    would not help: signing in would still take a code.
  </Words>
);

export const twoFactorOnMail = linkMail({
  title: 'Two-factor sign-in is on',
  body: ({ when }) => (
    <>
      <Words>
        Since {when} signing in to your account takes a code from your authenticator app as well as your
        password. Keep the ten recovery codes where you can find them without your phone. If this was you,
        there is nothing to do.
      </Words>
      {undoTwoFactor}
    </>
  ),
  label: 'Switch it off',
});

/** When the account gets a new password while switching on two-factor sign-in can still be undone. */
export const twoFactorStillOnMail = linkMail({
  title: 'Two-factor sign-in is still on',
  body: ({ when }) => (
    <>
      <Words>
        The password of your account was changed. Signing in still takes a code from the authenticator app
        that was set up on {when}. If this was you, there is nothing to do.
      </Words>
      {undoTwoFactor}
      {newestLink}
    </>
  ),
  label: 'Switch it off',
});
