import { compileLetter } from '../../../../../platform/mail/compile-letter.tsx';

/** Sent to every member of staff after half of the days. */
export const staffAbsenceMail = compileLetter({
  subject: 'Nobody of staff has signed in since {since}',
  dear: '{firstName}',
  text: [
    'Nobody of staff has signed in to Long After since {since}. What falls due is still delivered, but reports of a death, questions and payments wait for you.',
    'If nobody signs in for another {days} days, we stop selling, and tell the people who were named to look after things in your place.',
    '> Signing in is all it takes. If you can no longer do this work, please tell your colleagues.',
  ],
  action: { label: 'Sign In', isPrimary: true },
  footer: 'You get this message because you are staff.',
});

/** For a successor. They have no account, and this mail does not give them access. */
export const successorToldMail = compileLetter({
  subject: 'Nobody has looked after Long After since {since}',
  text: [
    'You were named as somebody to tell if Long After, at {site}, is left alone. Nobody of its staff has signed in for {days} days, since {since}.',
    'Long After still runs: what people left there is delivered on its day. But nobody reads the reports of a death, so what waits for one does not go out. Nothing is sold until somebody signs in again.',
    'Please do this: **First** try to reach the people who run it, beginning with {supportEmail}. **If you cannot**, find whoever has the keys to its servers and backups, which should be in the papers that you were given. The handbook docs/operations.md, under “If the service closes”, says what they can do: appoint new staff, or end the service step by step with a year of notice.',
    '> This message gives you no access to anything, and nothing happens by itself. You get it once; we write again when somebody is back.',
  ],
  footer: 'You get this message because whoever runs Long After named you as a successor.',
});

/** For the successors, when staff are back. */
export const successorBackMail = compileLetter({
  subject: 'Somebody looks after Long After again',
  text: [
    'We wrote to you that nobody of staff had signed in to Long After, at {site}, for long. Somebody has now, and everything is open as before.',
    'You do not have to do anything more. Thank you for being there.',
  ],
  footer: 'You get this message because whoever runs Long After named you as a successor.',
});
