/** Mails to owners about something that was lost on its way. */
import { compileLetter } from '../../../platform/mail/compile-letter.tsx';

const footer = 'You get this message because it concerns something that you gave Long After to keep.';

/** `way` is where it was going; `money` is a sentence. */
export const itemLostMail = compileLetter({
  subject: 'Your item was lost on its way',
  dear: '{ownerName}',
  text: [
    'We have bad news, and we are sorry: “{title}” was lost on its way {way}. Two of us have looked into it, and we no longer expect it to arrive.',
    '{money} Should it turn up, we write to you at once.',
    'If you have it after all, or want to know what we found out, please write to {supportEmail}.',
  ],
  action: { label: 'See where it has been' },
  footer,
});

/** `where` is a sentence. */
export const itemFoundMail = compileLetter({
  subject: 'Your item was found',
  dear: '{ownerName}',
  text: ['We wrote to you that “{title}” was lost. That no longer holds: {where}'],
  action: { label: 'See where it has been' },
  footer,
});
