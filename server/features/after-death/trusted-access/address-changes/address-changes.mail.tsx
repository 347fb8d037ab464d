/** To those who hear that others have changed where somebody is reached. Never with the new address, which may be a stranger's. */
import { compileLetter } from '../../../../platform/mail/compile-letter.tsx';

const frame = {
  subject: '{title}',
  dear: '{greeting}',
  action: { label: 'See the change' },
  footer: '{why}',
} as const;

/** Before it counts: the link lets whoever reads this say that it is wrong. */
export const addressChangedMail = compileLetter({
  ...frame,
  text: ['{what} {next}', 'If it is right, you need not do anything. **If it is wrong,** {ifWrong}'],
});

/** After somebody had said that it is wrong, and staff found out. */
export const addressSettledMail = compileLetter({
  ...frame,
  text: ['{what}', 'If that is not so, please answer this email, and a person here looks into it again.'],
});
