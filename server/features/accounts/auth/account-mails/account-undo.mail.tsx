import type { ReactNode } from 'react';
import { compileMail } from '../../../../platform/mail/compile-mail.tsx';
import { Action, MailLayout, Soft, Words } from '../../../../platform/mail/layout.tsx';

const values = ['firstName', 'link', 'when', 'works'] as const;
type Values = Record<(typeof values)[number], string>;

interface UndoMail {
  title: string;
  happened: (values: Values) => ReactNode;
  /** What to do if it was not the owner. */
  otherwise: ReactNode;
  label: string;
}

/** `when` is when the change was made; `works` continues "The link works", such as "for 72 hours". */
function undoMail({ title, happened, otherwise, label }: UndoMail) {
  return compileMail({
    values,
    subject: () => title,
    Body: (filled) => (
      <MailLayout title={title} footer={<Soft>The link works {filled.works}.</Soft>}>
        <Words>Dear {filled.firstName},</Words>
        <Words>{happened(filled)} If this was you, there is nothing to do.</Words>
        {otherwise}
        <Action href={filled.link} label={label} />
      </MailLayout>
    ),
  });
}

const newestLink = <Words>Please use the link below. The one in our earlier message no longer works.</Words>;

const undoAddress = (
  <Words>
    <strong>If it was not you,</strong> undo the change. That gives your account this address back and signs
    out everybody who is signed in to it. The password it had then no longer works either, and we send you a
    link to choose a new one.
  </Words>
);

export const emailChangedMail = undoMail({
  title: 'Your e-mail address was changed',
  happened: ({ when }) => (
    <>On {when} the e-mail address of your account was changed. From now on we write to the new one.</>
  ),
  otherwise: undoAddress,
  label: 'Undo the change',
});

/** To the address before, when the account gets a new password while the change can still be undone. */
export const emailChangedEarlierMail = undoMail({
  title: 'Your password was changed too',
  happened: ({ when }) => (
    <>
      On {when} the e-mail address of your account was changed from this one to another. Now its password was
      changed as well.
    </>
  ),
  otherwise: (
    <>
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

export const twoFactorOnMail = undoMail({
  title: 'Two-factor sign-in is on',
  happened: ({ when }) => (
    <>
      Since {when} signing in to your account takes a code from your authenticator app as well as your
      password. Keep the ten recovery codes where you can find them without your phone.
    </>
  ),
  otherwise: undoTwoFactor,
  label: 'Switch it off',
});

/** When the account gets a new password while switching on two-factor sign-in can still be undone. */
export const twoFactorStillOnMail = undoMail({
  title: 'Two-factor sign-in is still on',
  happened: ({ when }) => (
    <>
      The password of your account was changed. Signing in still takes a code from the authenticator app that
      was set up on {when}.
    </>
  ),
  otherwise: (
    <>
      {undoTwoFactor}
      {newestLink}
    </>
  ),
  label: 'Switch it off',
});
