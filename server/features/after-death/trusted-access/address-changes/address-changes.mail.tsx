/** For people who are told that others have changed where somebody is reached. Never contains the new address, which may be a stranger's. */
import { compileLetter } from '../../../../platform/mail/compile-letter.tsx';

const frame = {
  subject: '{title}',
  dear: '{greeting}',
  action: { label: 'See the change' },
  footer: '{why}',
} as const;

/** Sent before the change takes effect: the link lets the reader say that it is wrong. */
export const addressChangedMail = compileLetter({
  ...frame,
  text: ['{what} {next}', 'If it is right, you need not do anything. **If it is wrong,** {ifWrong}'],
});

/** Sent after somebody had said that it is wrong and staff found out. */
export const addressSettledMail = compileLetter({
  ...frame,
  text: ['{what}', 'If that is not so, please answer this email, and a person here looks into it again.'],
});
