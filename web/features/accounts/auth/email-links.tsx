import type { ReactNode } from 'react';
import { clearSession } from '../../../lib/api/session-end.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';

/** What a link in a mail about an email address does, and the texts for it. */
export interface EmailLink {
  path: string;
  title: string;
  question: string;
  /** If it also needs a password: the label and the help text. */
  password?: { label: string; help: string };
  action: string;
  doneTitle: string;
  /** Completes the sentence that begins with the address. */
  done: string;
  afterDone: ReactNode;
  afterStale: ReactNode;
  onDone?: () => unknown;
}

const toSettings = (
  <ButtonLink href="/settings" variant="quiet">
    Open your settings
  </ButtonLink>
);

const afterUndoing = {
  afterDone: (
    <ButtonLink href="/forgot-password" variant="quiet">
      Send me another link
    </ButtonLink>
  ),
  afterStale: <ButtonLink href="/forgot-password">Choose a new password</ButtonLink>,
  // Nobody is signed in in this browser any more.
  onDone: clearSession,
};

type LinkPage =
  | 'verify-email'
  | 'confirm-email'
  | 'confirm-second-email'
  | 'undo-email-change'
  | 'undo-two-factor';

/** Keyed by the first segment of the path in the mail. */
export const emailLinks: Record<LinkPage, EmailLink> = {
  'verify-email': {
    path: '/api/auth/verify-email',
    title: 'Confirm your email address',
    question:
      'Please confirm that this is your address, so that we can reach you about what you leave with us.',
    action: 'Confirm my address',
    doneTitle: 'Your address is confirmed',
    done: 'is confirmed. You can now choose when your memories are delivered.',
    afterDone: <ButtonLink href="/">Go to Home</ButtonLink>,
    afterStale: <ButtonLink href="/settings">Sign in to ask for a new link</ButtonLink>,
  },
  'confirm-email': {
    path: '/api/auth/confirm-email',
    title: 'Confirm your new email address',
    question:
      'From then on we write to you here, and you sign in with this address. Your old address gets a message that lets you undo the change.',
    action: 'Use this address',
    doneTitle: 'Your email address is changed',
    done: 'is now the address of your account. Please sign in with it from now on.',
    afterDone: <ButtonLink href="/">Go to Home</ButtonLink>,
    afterStale: toSettings,
  },
  'confirm-second-email': {
    path: '/api/auth/confirm-second-email',
    title: 'Confirm your second address',
    question:
      'If somebody tells us that you have died, we ask you here as well whether that is true. You still sign in with the address of your account.',
    action: 'Confirm this address',
    doneTitle: 'Your second address is confirmed',
    done: 'is your second address now.',
    afterDone: toSettings,
    afterStale: toSettings,
  },
  'undo-email-change': {
    path: '/api/auth/undo-email-change',
    title: 'Undo the change of your email address',
    question:
      'Your account gets this address back, everybody who is signed in to it is signed out, and the current password no longer works.',
    action: 'Undo the change',
    doneTitle: 'The change is undone',
    done: 'is the address of your account again, and everybody is signed out. We have sent a link there: choose a new password with it now. If two-factor sign-in was switched on without you, undo that too, with the link in the message about it.',
    ...afterUndoing,
  },
  'undo-two-factor': {
    path: '/api/auth/two-factor/undo',
    title: 'Switch two-factor sign-in off',
    question:
      'If it was not you who switched it on, switch it off here. It takes no code. Everybody who is signed in to your account is signed out, and the current password no longer works.',
    password: {
      label: 'Password',
      help: 'The one that your account had when two-factor sign-in was switched on.',
    },
    action: 'Switch it off',
    doneTitle: 'Two-factor sign-in is off',
    done: 'gets a link to choose a new password, if it is still the address of your account. If that was changed without you, undo it too, with the link in the message about it.',
    ...afterUndoing,
  },
};
