import type { ReactNode } from 'react';
import { keptLines } from '../../../../../shared/kept-lines.ts';
import { compileMail, type MailContent } from '../../../../platform/mail/compile-mail.tsx';
import {
  Action,
  List,
  MailLayout,
  PlainLink,
  Rule,
  Soft,
  Subheading,
  Words,
} from '../../../../platform/mail/layout.tsx';

/** `works` completes "The link works", for example with "for 72 hours"; `when` is when a change was made; `site` is the public URL. */
const values = ['firstName', 'link', 'works', 'when', 'site'] as const;
type Values = Record<(typeof values)[number], string>;
export type LinkMail = (values: Values) => Promise<MailContent>;

interface LinkMailTexts {
  title: string;
  body: (values: Values) => ReactNode;
  label: string;
  /** Shown below the button. */
  more?: (values: Values) => ReactNode;
  /** Follows "The link works …". */
  footer?: string;
}

export function linkMail({ title, body, label, more, footer = '' }: LinkMailTexts): LinkMail {
  return compileMail({
    values,
    subject: () => title,
    Body: (filled) => (
      <MailLayout title={title} footer={<Soft>{`The link works ${filled.works}. ${footer}`.trim()}</Soft>}>
        <Words>Dear {filled.firstName},</Words>
        {body(filled)}
        <Action href={filled.link} label={label} />
        {more?.(filled)}
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
  more: ({ site }) => (
    <>
      <Rule />
      <Subheading>How we keep it</Subheading>
      <List lines={keptLines} />
      <Soft>
        <PlainLink href={`${site}/how-we-keep-it`}>Read it in full, with what we cannot do</PlainLink>
      </Soft>
    </>
  ),
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

/** Sent after somebody else's change was undone: nobody knows the password now. */
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
