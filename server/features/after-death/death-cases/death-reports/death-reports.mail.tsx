/**
 * Mails about a report of a death, to its owner and to staff. The owner has just been reported dead, or
 * people are grieving: a few words, and nothing that must be decided in a hurry.
 */
import { compileLetter } from '../../../../platform/mail/compile-letter.tsx';

const toOwner = {
  dear: '{firstName}',
  action: { label: 'I am alive', isPrimary: true },
  footer: 'You get this message because it concerns your account, whatever your notification settings are.',
} as const;

export const ownerAskedMail = compileLetter({
  ...toOwner,
  subject: 'Are you there? Somebody told us that you have died',
  title: 'Somebody told us that you have died',
  text: [
    'On {when} somebody reported to us that you have died. If you read this, it is most likely a mistake, and we are sorry to disturb you with it.',
    '**Please tell us that you are alive.** Open the page below and press the button. You need not sign in. The report is closed then, and nothing you keep with us is given to anybody.',
  ],
});

export const objectionMail = compileLetter({
  ...toOwner,
  subject: 'Please answer before {until}: are you alive?',
  title: 'Please tell us if you are alive',
  text: [
    'On {when} somebody reported to us that you have died, and sent us a proof that looks right. If we hear nothing from you **before {until}**, we will believe it: your account is closed, and what you left for after your death goes to the people it is for.',
    '**If you are alive,** open the page below and press the button, or sign in. Either stops it at once.',
  ],
});

const toStaff = {
  dear: '{staffName}',
  action: { label: 'Open the reports' },
  footer: 'You get this message because you are staff.',
} as const;

export const reportWaitsMail = compileLetter({
  ...toStaff,
  subject: 'A report of a death is waiting to be read',
  text: ['The proof of report {reportId} is here. We told the person who sent it that it is read by {due}.'],
});

/** `said` is what the contact says; `what` is what became of the report. */
export const contactDoubtMail = compileLetter({
  ...toStaff,
  subject: 'A trusted contact answered about a report of a death',
  title: 'A trusted contact answered',
  text: [
    '{contactName}, a trusted contact of somebody who was reported dead, {said}: report {reportId}. {what}',
  ],
});

export const signOfLifeMail = compileLetter({
  ...toStaff,
  subject: 'A sign of life of somebody who was reported dead',
  title: 'A sign of life',
  text: ['Somebody who was reported dead has told us that they are alive: report {reportId}. {what}'],
});
