/** Mails to whoever an owner left something to, about what was sent to them after the owner's death. */
import { compileLetter } from '../../../platform/mail/compile-letter.tsx';

const footer =
  'You get this message because {ownerName} gave Long After something to keep for you, to be handed over after their death.';

/** `tracking` is a sentence, or empty. */
export const recipientItemSentMail = compileLetter({
  subject: 'Something is on its way to you',
  dear: '{recipientName}',
  text: [
    '{ownerName} gave us “{title}” to keep, and to hand to you after their death. We have sent it to you. {tracking}',
    'If it has not come within three weeks, or if you would like to ask us anything, please write to {supportEmail}.',
  ],
  footer,
});

export const recipientItemArrivedMail = compileLetter({
  subject: 'What we sent to you has arrived',
  dear: '{recipientName}',
  text: [
    'We have recorded that “{title}”, which {ownerName} left to you, has reached you.',
    '**If you do not have it, please write to {supportEmail} now.** We then look for it.',
  ],
  footer,
});

export const recipientItemLostMail = compileLetter({
  subject: 'About something that we sent to you',
  dear: '{recipientName}',
  text: [
    '{ownerName} gave us “{title}” to keep, and to hand to you after their death. We sent it to you.',
    'We have bad news, and we are sorry: it was lost on its way. Two of us have looked into it, and we no longer expect it to arrive. Should it turn up, we write to you at once.',
    'If you have it after all, or want to know what we found out, please write to {supportEmail}.',
  ],
  footer,
});

/** `where` is the rest of a sentence. */
export const recipientItemFoundMail = compileLetter({
  subject: 'What we sent to you was found',
  dear: '{recipientName}',
  text: ['We wrote to you that “{title}”, from {ownerName}, was lost. That no longer holds: {where}'],
  footer,
});
