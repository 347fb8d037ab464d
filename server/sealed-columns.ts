import { twoFactorSecrets } from './features/accounts/auth/two-factor/consume-code.ts';
import { contactNotes } from './features/after-death/death-cases/contacts/answers.ts';
import {
  proofPreviews,
  reportEvidence,
} from './features/after-death/death-cases/death-reports/report-answers.ts';
import { lifeChangeWords } from './features/after-death/trusted-access/life-changes/change-rows.ts';
import { bookingWords } from './features/care/counseling/counselor-bookings/sealed-words.ts';
import { requestWords } from './features/care/counseling/therapy-requests/sealed-words.ts';
import type { SealedColumn } from './platform/reseal.ts';

/** Every column whose values are sealed: `npm run rotate-key` seals them again. The files of proofs are the only other. */
export const sealedColumns: readonly SealedColumn[] = [
  twoFactorSecrets,
  reportEvidence,
  proofPreviews,
  contactNotes,
  ...lifeChangeWords,
  ...bookingWords,
  ...requestWords,
];
