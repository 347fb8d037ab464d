/** Mails about something that was lost on its way, to its owner or to whoever should have had it. */
import { compileLetter } from '../../../platform/mail/compile-letter.tsx';

const aboutItem = 'You get this message because it concerns something that you gave Long After to keep.';
const aboutLeft =
  'You get this message because {ownerName} gave Long After something to keep for you, to be handed over after their death.';

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
  footer: aboutItem,
});

/** `where` is a sentence. */
export const itemFoundMail = compileLetter({
  subject: 'Your item was found',
  dear: '{ownerName}',
  text: ['We wrote to you that “{title}” was lost. That no longer holds: {where}'],
  action: { label: 'See where it has been' },
  footer: aboutItem,
});

export const recipientItemLostMail = compileLetter({
  subject: 'About something that we sent to you',
  dear: '{recipientName}',
  text: [
    '{ownerName} gave us “{title}” to keep, and to hand to you after their death. We sent it to you.',
    'We have bad news, and we are sorry: it was lost on its way. Two of us have looked into it, and we no longer expect it to arrive. Should it turn up, we write to you at once.',
    'If you have it after all, or want to know what we found out, please write to {supportEmail}.',
  ],
  footer: aboutLeft,
});

export const recipientItemFoundMail = compileLetter({
  subject: 'What we sent to you was found',
  dear: '{recipientName}',
  text: ['We wrote to you that “{title}”, from {ownerName}, was lost. That no longer holds: {where}'],
  footer: aboutLeft,
});
