import { compileLetter } from '../../../../platform/mail/compile-letter.tsx';

const toContact = {
  subject: 'About {personName}',
  dear: '{contactName}',
  action: { label: 'Open your page' },
  footer: 'You get this message because {ownerName} named you as a trusted contact.',
} as const;

export const changeDecidedMail = compileLetter({
  ...toContact,
  text: ['{said} A person here has read it and writes:', '> {message}', '{outcome}'],
});

/** For when staff wrote no answer of their own. */
export const changeReadMail = compileLetter({
  ...toContact,
  text: ['{said} A person here has read it. {outcome}'],
});

/** Sent to an owner whose release was revoked. `changes` has a line for each person. */
export const changesEndedMail = compileLetter({
  subject: 'What your trusted contacts told us while your account was closed',
  title: 'What your trusted contacts told us',
  dear: '{ownerName}',
  text: [
    'While we believed that you had died, your trusted contacts told us about these people:',
    '> {changes}',
    'None of it counts any longer, and what you have scheduled for them will go out on its day again. **Where we had confirmed that somebody had died,** what was for them now goes to the person you named in their place. Please look at your schedule.',
  ],
  lists: ['changes'],
  action: { label: 'Open your schedule', isPrimary: true },
  footer: 'You get this message because it concerns your account.',
});
