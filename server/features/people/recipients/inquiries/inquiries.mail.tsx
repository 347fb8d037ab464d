import { compileLetter } from '../../../../platform/mail/compile-letter.tsx';

/** For a recipient, on behalf of an owner who wants that. It reveals neither what is waiting nor whether anything is. */
export const askedAddressMail = compileLetter({
  subject: 'Does this still reach you, {firstName}?',
  dear: '{firstName}',
  text: [
    'You are in the address book of {ownerName} at Long After, where people keep letters and memories for those they care about. {ownerFirstName} asked us to make sure from time to time that we can still reach you.',
    'If this message reached you, all is well: one press tells us so. If another address is better, or if this is not for you, you can say so on the same page.',
    '> It does not mean that anything waits for you, and nothing has happened. You need no account and no password, and there is nothing to pay.',
  ],
  action: { label: 'Tell us', isPrimary: true },
  footer: 'You get this message because {ownerName} chose that we ask. We do not ask again for some months.',
});

/** For a trusted contact once a year, on behalf of an owner who wants that. */
export const askedTrustMail = compileLetter({
  subject: 'Would you still do this for {ownerName}?',
  dear: '{firstName}',
  text: [
    '{ownerName} named you as a trusted contact at Long After. If {ownerFirstName} dies, you would tell us, and help us reach the people something was left for.',
    'Nothing has happened. {ownerFirstName} asked us to ask you once a year whether you would still do it. It is quite all right to say no.',
    '> You need no account and no password. You never see what was left for others.',
  ],
  action: { label: 'Answer', isPrimary: true },
  footer: 'You get this message because {ownerName} chose that we ask once a year.',
});

/** For the owner. `link` leads to the address book. */
export const contactLeftMail = compileLetter({
  subject: '{firstName} would rather not be your trusted contact',
  dear: '{ownerFirstName}',
  text: [
    '{contactName} told us, at {address}, that they would rather not be a trusted contact for you. We no longer count on them.',
    'What you left for {firstName} stays as it is. {others}',
  ],
  action: { label: 'Go to your address book' },
  footer: 'We write to you because {contactName} was one of your trusted contacts.',
});
