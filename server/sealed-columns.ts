import { twoFactorSecrets } from './features/accounts/auth/two-factor/consume-code.ts';
import { contactNotes } from './features/after-death/death-cases/contacts/contacts.table.ts';
import {
  proofPreviews,
  reportEvidence,
} from './features/after-death/death-cases/death-reports/report-answers.ts';
import { lifeChangeNotes } from './features/after-death/trusted-access/life-changes/life-changes.table.ts';
import { bookingNotes } from './features/care/counseling/counselor-bookings/counselor-bookings.table.ts';
import { requestNotes } from './features/care/counseling/therapy-requests/therapy-requests.table.ts';
import { sealedCheck } from './features/system/installation/installation.ts';
import type { SealedColumn } from './platform/reseal.ts';

/** Every column with sealed values, for `npm run rotate-key`. The only other sealed data are the files of proofs. */
export const sealedColumns: readonly SealedColumn[] = [
  twoFactorSecrets,
  reportEvidence,
  proofPreviews,
  ...contactNotes.sealedColumns,
  ...lifeChangeNotes.sealedColumns,
  ...bookingNotes.sealedColumns,
  ...requestNotes.sealedColumns,
  sealedCheck,
];
