import { compileMail } from '../../../platform/mail/compile-mail.tsx';
import { Action, MailLayout, Soft, Words } from '../../../platform/mail/layout.tsx';

// In these mails `days`, `hours` and `minutes` are whole numbers as text.

export const verifyEmailMail = compileMail({
  values: ['firstName', 'link', 'days'],
  subject: () => 'Please confirm your email address',
  Body: ({ firstName, link, days }) => (
    <MailLayout
      title="Please confirm your email address"
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

export const confirmEmailMail = compileMail({
  values: ['firstName', 'link', 'hours'],
  subject: () => 'Please confirm your new email address',
  Body: ({ firstName, link, hours }) => (
    <MailLayout
      title="Please confirm your new email address"
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

export const emailChangedMail = compileMail({
  values: ['firstName', 'link', 'hours', 'when'],
  subject: () => 'Your email address was changed',
  Body: ({ firstName, link, hours, when }) => (
    <MailLayout
      title="Your email address was changed"
      footer={<Soft>The link works for {hours} hours.</Soft>}
    >
      <Words>Dear {firstName},</Words>
      <Words>
        On {when} the email address of your account was changed. From now on we write to the new one. If this
        was you, there is nothing to do.
      </Words>
      <Words>
        <strong>If it was not you,</strong> undo the change. That gives your account this address back and
        signs out everybody who is signed in to it. Then choose a new password.
      </Words>
      <Action href={link} label="Undo the change" />
    </MailLayout>
  ),
});
