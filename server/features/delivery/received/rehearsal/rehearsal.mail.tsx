import { compileLetter } from '../../../../platform/mail/compile-letter.tsx';

/** For the owner, who asked to see what somebody would get. `message` has an empty line between its paragraphs. */
export const rehearsalMail = compileLetter({
  subject: 'Rehearsal: {heading}',
  title: 'A rehearsal, for you alone',
  dear: '{ownerName}',
  text: [
    '**This is a rehearsal.** You asked to see what {recipientName} would get. Nothing was sent to {recipientName}, and nothing counts as delivered. The message would read:',
    '> {message}',
    'The link in it would lead to a page that only {recipientName} can open. {look}',
  ],
  lists: ['message'],
  action: { label: 'Look at the page' },
  footer: 'You get this message because you asked for it in your account.',
});
