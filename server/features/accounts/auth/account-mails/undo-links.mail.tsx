import { Words } from '../../../../platform/mail/layout.tsx';
import { linkMail } from './account-links.mail.tsx';

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

/** Sent to the previous address, if the account gets a new password while the change of address can still be undone. */
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

/** Sent if the account gets a new password while switching on two-factor sign-in can still be undone. */
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
