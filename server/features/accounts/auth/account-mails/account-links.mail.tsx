import { compileMail } from '../../../../platform/mail/compile-mail.tsx';
import { Action, MailLayout, Soft, Words } from '../../../../platform/mail/layout.tsx';

// In these mails `days`, `hours` and `minutes` are whole numbers as text.

export const verifyEmailMail = compileMail({
  values: ['firstName', 'link', 'days'],
  subject: () => 'Please confirm your e-mail address',
  Body: ({ firstName, link, days }) => (
    <MailLayout
      title="Please confirm your e-mail address"
      footer={
        <Soft>
          The link works for {days} days. If it was not you who opened an account with Long After, you need
          not do anything.
        </Soft>
      }
    >
      <Words>Dear {firstName},</Words>
      <Words>
        You opened an account with Long After. Please confirm that this is your address, so that we can reach
        you about what you leave with us.
      </Words>
      <Action href={link} label="Confirm this address" />
    </MailLayout>
  ),
});

export const resetPasswordMail = compileMail({
  values: ['firstName', 'link', 'minutes'],
  subject: () => 'Choose a new password',
  Body: ({ firstName, link, minutes }) => (
    <MailLayout
      title="Choose a new password"
      footer={
        <Soft>
          The link works once and for {minutes} minutes. If it was not you who asked for it, you need not do
          anything. Your password stays as it is.
        </Soft>
      }
    >
      <Words>Dear {firstName},</Words>
      <Words>
        Somebody asked for a new password for your account. If it was you, you can choose one on this page.
        Whoever is signed in to your account will then be signed out.
      </Words>
      <Action href={link} label="Choose a new password" />
    </MailLayout>
  ),
});

/** After a change was undone that somebody else had made: nobody knows the password now. */
export const passwordGoneMail = compileMail({
  values: ['firstName', 'link', 'minutes'],
  subject: () => 'Choose a new password now',
  Body: ({ firstName, link, minutes }) => (
    <MailLayout
      title="Choose a new password now"
      footer={
        <Soft>
          The link works once and for {minutes} minutes. After that you can ask for another one where you sign
          in, with “Forgot your password?”.
        </Soft>
      }
    >
      <Words>Dear {firstName},</Words>
      <Words>
        The change to your account has been undone, and everybody has been signed out. The old password no
        longer works. Choose a new one, and you can sign in again.
      </Words>
      <Action href={link} label="Choose a new password" />
    </MailLayout>
  ),
});

export const confirmEmailMail = compileMail({
  values: ['firstName', 'link', 'hours'],
  subject: () => 'Please confirm your new e-mail address',
  Body: ({ firstName, link, hours }) => (
    <MailLayout
      title="Please confirm your new e-mail address"
      footer={
        <Soft>
          The link works for {hours} hours. If it was not you who asked for it, you need not do anything.
          Nothing changes.
        </Soft>
      }
    >
      <Words>Dear {firstName},</Words>
      <Words>
        You asked us to write to you here from now on. Once you confirm it, this is also the address to sign
        in with.
      </Words>
      <Action href={link} label="Confirm this address" />
    </MailLayout>
  ),
});

export const confirmSecondEmailMail = compileMail({
  values: ['firstName', 'link', 'hours'],
  subject: () => 'Please confirm your second address',
  Body: ({ firstName, link, hours }) => (
    <MailLayout
      title="Please confirm your second address"
      footer={
        <Soft>
          The link works for {hours} hours. If it was not you who asked for it, you need not do anything.
          Nothing changes.
        </Soft>
      }
    >
      <Words>Dear {firstName},</Words>
      <Words>
        You gave us this address in addition to the one on your account. If somebody tells us that you have
        died, we will ask you here as well whether that is true. We write to it about nothing else, except to
        protect it.
      </Words>
      <Action href={link} label="Confirm this address" />
    </MailLayout>
  ),
});
