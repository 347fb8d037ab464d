import { compileLetter } from '../../../../platform/mail/compile-letter.tsx';

const footer = 'You get this message because {ownerName} named you as a trusted contact.';
const dear = '{contactName}';

const inWindow = [
  '**If {ownerName} is alive, or if we should wait,** please say so at the address below. A person here will then look into it, and we send nothing in the meantime. Otherwise there is nothing you need to do.',
  '**Until {until}** we send nothing. After that, what {ownerName} left for this time goes to the people it is for.',
] as const;

export const contactWindowMail = compileLetter({
  subject: 'We were told that {ownerName} has died',
  dear,
  text: [
    'Somebody has told us that {ownerName} died {day}, and our staff have checked the proof that was sent. If you did not know, we are very sorry that you are hearing it from us.',
    ...inWindow,
  ],
  action: { label: 'Please wait, or {ownerName} is alive' },
  footer,
});

/** The same, for a contact who already knows of the report. */
export const contactWindowAgainMail = compileLetter({
  subject: 'What happens next, about {ownerName}',
  title: 'What happens next',
  dear,
  text: [
    'Our staff have checked the proof that {ownerName} died {day}. You are one of their trusted contacts.',
    ...inWindow,
  ],
  action: { label: 'Please wait, or {ownerName} is alive' },
  footer,
});

export const contactStoppedMail = compileLetter({
  subject: 'About {ownerName}: we are looking into it again',
  title: 'We are looking into it again',
  dear,
  text: [
    'We wrote to you that we were told that {ownerName} has died. {why}',
    'A person here is looking into it. Until it is clear, nothing that {ownerName} keeps with us is given to anybody because of it, and we write to you again.',
    'If you know more, you can tell us at the address below. Otherwise nothing is asked of you.',
  ],
  action: { label: 'Tell us' },
  footer,
});

/** Sent when a report ends without a release. */
export const contactEndedMail = compileLetter({
  subject: 'About {ownerName}: the report is closed',
  title: 'The report is closed',
  dear,
  text: [
    'We wrote to you that we were told that {ownerName} has died. {why}',
    'Nothing that {ownerName} keeps with us was given to anybody because of it. We are sorry for the fright. If you know that {ownerName} has died, please answer this message.',
  ],
  footer,
});

const invited = {
  subject: 'What {ownerName} left, and how you can help',
  dear,
  action: { label: 'Help us reach people', isPrimary: true },
  footer,
} as const;
const invitedText = {
  opening:
    'We are sorry that {ownerName} has died. What {ownerName} left for this time is now going to the people it is for, and you were named to help us reach them.',
  openingToReporter:
    'You told us about {ownerName}. What {ownerName} left for this time is now going to the people it is for, and you were named to help us reach them.',
  note: ['{ownerName} wrote this for those who were asked to help:', '{note}'],
  rest: [
    'At the address below you see who has been reached. You can correct an address or a phone number, tell us what has changed in somebody’s life, or ask us to wait. You do not see what was left for them.',
    'There is no hurry, and you need no password. Anybody who has this address can do what you can, so please keep it to yourself.',
  ],
} as const;
const { opening, openingToReporter, note, rest } = invitedText;

export const contactInvitedMail = compileLetter({ ...invited, text: [opening, ...rest] });
/** The same, with the note that the owner wrote for this day. */
export const contactInvitedWithNoteMail = compileLetter({
  ...invited,
  text: [opening, ...note, ...rest],
  lists: ['note'],
});
/** For the reporter, who does not need to be told of the death. */
export const reporterInvitedMail = compileLetter({ ...invited, text: [openingToReporter, ...rest] });
export const reporterInvitedWithNoteMail = compileLetter({
  ...invited,
  text: [openingToReporter, ...note, ...rest],
  lists: ['note'],
});

/** `names` lists the people we could not reach; `whom` is the short form. */
export const contactAskedMail = compileLetter({
  subject: 'Can you help us reach {whom}?',
  dear,
  text: [
    'We have not been able to reach {names} for {ownerName}: there is no address that works.',
    'If you know where we can, please tell us on your page. If you do not, there is nothing you need to do. Nothing is lost: it waits here.',
  ],
  action: { label: 'Tell us where', isPrimary: true },
  footer,
});

/** Sent to an owner whose release was revoked. `corrections` has a line for each correction. */
export const addressBookCorrectedMail = compileLetter({
  subject: 'Your address book was corrected while your account was closed',
  title: 'Please look at your address book',
  dear: '{ownerName}',
  text: [
    'While we believed that you had died, your trusted contacts corrected how people are reached:',
    '> {corrections}',
    'Their corrections are still in your address book. We have kept what was there before: write to us if you would like it back.',
  ],
  lists: ['corrections'],
  action: { label: 'Open your recipients', isPrimary: true },
  footer: 'You get this message because it concerns your account.',
});
