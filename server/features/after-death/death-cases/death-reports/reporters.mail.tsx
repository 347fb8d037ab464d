/** Mails to somebody who reports a death. They are grieving: a few words, and nothing that must be decided in a hurry. */
import { compileLetter } from '../../../../platform/mail/compile-letter.tsx';

const toReporter = {
  dear: '{reporterName}',
  action: { label: 'Open the report' },
  footer: 'You get this message because somebody gave us your address when they reported a death.',
} as const;

/** It repeats nothing that the reporter typed in, since the address may not be theirs. */
export const reportCodeMail = compileLetter({
  subject: 'Your code to report a death',
  title: '{code}',
  text: [
    'Please enter this code on the page where you are telling us that someone has died. It works for {minutes} minutes.',
    'You need not copy it: the button below opens that page with the code filled in, on the device that you are reading this on.',
    'You can stop at any time. For {days} days you find your answers again at the address below. If it was not you who asked for this code, you need not do anything.',
  ],
  action: { label: 'Go on with the report' },
  footer: toReporter.footer,
});

const receipt = { ...toReporter, subject: 'We have your report about {personName}' } as const;
const receiptText = {
  opening:
    'We are sorry that {personName} has died. Your report reached us on {when}. If {personName} has an account, they are asked whether this is a mistake.',
  end: '**Why we say “if”.** To protect the living, we never tell anyone whether a person has an account with us. You need not remember any of this: it is also at the address below.',
} as const;

/** Sent when the proof has arrived, or a statement that staff weigh instead. */
export const reportReceivedMail = compileLetter({
  ...receipt,
  title: 'Thank you. That is everything.',
  text: [
    receiptText.opening,
    '**By {readBy}** someone here reads what you sent and writes to you, whatever the answer is.',
    '**After that** there are at least {objection} in which it can still be said that it is a mistake. There is nothing you need to do.',
    '**Not before {notBefore}**, if {personName} left anything for after their death, it goes to the people it is for. It is that day only if we can read the proof at once; otherwise it is later, and we write to you.',
    receiptText.end,
  ],
});

export const proofAwaitedMail = compileLetter({
  ...receipt,
  title: 'Thank you. The proof can follow.',
  text: [
    receiptText.opening,
    'When you have the death certificate, add a photo or a PDF of it at the address below. There is no hurry. Nothing is delivered before someone here has read it.',
    receiptText.end,
  ],
});

const verified = {
  ...toReporter,
  subject: 'What happens next, about {personName}',
  title: 'What happens next',
} as const;
const verifiedText = [
  '{opening} We need nothing more from you. We now write to {personName} every day, in case this is a mistake after all.',
  'If it is not, what {personName} left for this time goes to the people it is for, **not before {notBefore}**. Each of them hears from us.',
] as const;

/** `opening` says whether the death was verified for the first time, or again after a stop. */
export const reportVerifiedMail = compileLetter({
  ...verified,
  text: [...verifiedText, 'If {personName} named you to help us reach them, you will get a link.'],
});

/** For a reporter who is a trusted contact, in place of the mail that contacts get: they already know of the death. */
export const contactReportVerifiedMail = compileLetter({
  ...verified,
  text: [
    ...verifiedText,
    '{personName} named you as a trusted contact. **If somebody tells you that this is a mistake, or if it should wait,** please say so at the address below. A person here will then look into it, and we send nothing in the meantime. Later you can help us there to reach people.',
  ],
  action: { label: 'Please wait, or {personName} is alive', href: '{contactLink}' },
});

/** Sent at the release. A trusted contact does not get it: they get a mail with a link. */
export const reportReleasedMail = compileLetter({
  ...toReporter,
  subject: 'Thank you for telling us about {personName}',
  title: 'Thank you for telling us',
  text: [
    'Nobody has told us that it was a mistake. If {personName} left anything for this time, it now goes to the people it is for, at the times that {personName} chose. Each of them hears from us.',
    'Nothing more is asked of you, and this is our last message about your report.',
  ],
});

/** Sent when a verified report is stopped. It does not say who stopped it. */
export const reportStoppedMail = compileLetter({
  ...toReporter,
  subject: 'We are looking again, about {personName}',
  title: 'It has stopped for now',
  text: [
    'We wrote to you that we have read what you sent us about {personName}. Since then we have heard something that somebody here has to look into first. Until that is done, nothing is delivered because of your report.',
    'You have done nothing wrong, and there is nothing you need to do. We write to you again, whatever comes of it. If you know something that helps us, answer this message.',
  ],
});

const rejected = {
  ...toReporter,
  subject: 'About your report on {personName}',
  title: 'We cannot go on with this report',
} as const;
const rejectedText = {
  opening:
    'Thank you for telling us about {personName}. We have looked at what you sent, and cannot go on with it. Nothing was delivered because of it.',
  end: 'To protect the living, we do not say more about why. **If you are sure** that {personName} has died, answer this message, and a person here looks at it with you. We are sorry for the trouble at such a time.',
} as const;

/** Nothing in it depends on whether there is an account. */
export const reportRejectedMail = compileLetter({
  ...rejected,
  text: [rejectedText.opening, rejectedText.end],
});

export const reportRejectedWithNoteMail = compileLetter({
  ...rejected,
  text: [rejectedText.opening, '> {note}', rejectedText.end],
  lists: ['note'],
});
