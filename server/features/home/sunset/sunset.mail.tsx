import { compileLetter } from '../../../platform/mail/compile-letter.tsx';

/** For an owner. `later` says what of theirs comes after the last day, or that nothing does; `paid` says what happens to a plan. */
export const closingOwnerMail = compileLetter({
  subject: 'Long After closes on {day}',
  dear: '{firstName}',
  text: [
    'We are sorry to tell you that Long After closes on **{day}**.',
    'Until then nothing changes for what you have left. Whatever falls due goes out on its day, and if you die before then, it reaches people as you wished.',
    '{later}',
    'About a month before the end we make a copy of everything you keep here, for you to take with you, and write to you again. {paid}',
    '> What people have received by then we mean to keep readable for {years} after we close. It is still best if they download it.',
  ],
  action: { label: 'See what comes later', isPrimary: true },
  footer: 'You get this message because you keep something at Long After. We write to everybody it concerns.',
});

/** For a trusted contact of one or more owners. */
export const closingContactMail = compileLetter({
  subject: 'Long After closes on {day}',
  text: [
    'You are a trusted contact for {owners} at Long After, where people keep letters and memories for those they care about. We write for one reason only: Long After closes on **{day}**.',
    'Until then everything stays as it is. {until}',
    'After that day we can deliver nothing more, and nobody has to tell us anything.',
    '> There is nothing you need to do now.',
  ],
  action: { label: 'How we close' },
  footer: 'You get this message because {owners} named you as a trusted contact.',
});

/** For somebody who has opened what was left for them. `link` leads to their page. */
export const closingRecipientMail = compileLetter({
  subject: 'What {owners} left for you, and the end of Long After',
  text: [
    'Through Long After you have received what {owners} left for you. Long After closes on **{day}**.',
    'Please download what you would like to keep: on your page there is a button for all of it. Until {day} that works as before.',
    'After that we mean to keep what you were given readable at the same link for {years}. We cannot promise that it stays longer, and your own copy is the surest.',
  ],
  action: { label: 'Open your page', isPrimary: true },
  footer: 'You get this message because you opened something that was left for you.',
});

/** For everybody who had been told. */
export const closingWithdrawnMail = compileLetter({
  subject: 'Long After does not close after all',
  text: [
    'We wrote to you that Long After closes on {day}. That is no longer so: Long After goes on.',
    'Everything that was planned stays as it is, and days after {day} can be chosen again. {paid}',
    'We are sorry for the worry.',
  ],
  footer: 'You get this message because we had told you that Long After closes.',
});

/** For an owner, a month before the end. */
export const closingRemindedMail = compileLetter({
  subject: 'In a few weeks, on {day}, Long After closes',
  dear: '{firstName}',
  text: [
    'Long After closes on **{day}**. Until then what falls due goes out as planned.',
    '{later}',
    'We are making a copy of everything you keep here, and write to you as soon as it is ready. You can download it until we close. It opens in any browser, without us and without the internet.',
  ],
  action: { label: 'See what comes later', isPrimary: true },
  footer: 'You get this message because you keep something at Long After.',
});
