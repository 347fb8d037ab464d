import { CircleAlert, CircleCheck, CircleSlash, Clock, Undo2, UserRound } from 'lucide-react';
import type {
  CaseWarning,
  StaffDeathReport,
  StoppedBy,
} from '../../../shared/after-death/staff-death-reports.ts';
import type { CorrectedField, TrustedAnswer } from '../../../shared/after-death/trusted-access.ts';
import { formatDay } from '../../../shared/dates.ts';
import type { StateLabel } from '../console/row-buttons.tsx';

type Relationship = StaffDeathReport['reporter']['relationship'];
type State = StaffDeathReport['state'];

export const stateWords: Record<State, StateLabel> = {
  awaiting_proof: { label: 'No proof yet', tone: 'neutral', icon: Clock },
  in_review: { label: 'To be read', tone: 'gold', icon: Clock },
  objection_window: { label: 'Objection window', tone: 'pine', icon: Clock },
  stopped: { label: 'Stopped', tone: 'rose', icon: CircleAlert },
  released: { label: 'Released', tone: 'sage', icon: CircleCheck },
  revoked: { label: 'Release revoked', tone: 'neutral', icon: Undo2 },
  rejected: { label: 'Rejected', tone: 'neutral', icon: CircleSlash },
  closed: { label: 'Closed: alive', tone: 'neutral', icon: CircleSlash },
};

const needsMore = { tone: 'gold', icon: UserRound } as const;
const aliveAfterRelease = { label: 'Alive after the release', tone: 'rose', icon: CircleAlert } as const;

export function wordsOf(
  report: Pick<StaffDeathReport, 'state' | 'warnings' | 'approvals' | 'approvalsNeeded'>,
) {
  const { state, warnings, approvals, approvalsNeeded } = report;
  if (warnings.includes('alive_after_release')) return aliveAfterRelease;
  const isBegun = (state === 'in_review' || state === 'stopped') && approvals.length > 0;
  if (!isBegun) return stateWords[state];
  const left = approvalsNeeded - approvals.length;
  return { ...needsMore, label: left === 1 ? 'Needs one more of us' : `Needs ${left} more of us` };
}

export const relationshipWords: Record<Relationship, string> = {
  spouse: 'their husband, wife or partner',
  child: 'their child',
  parent: 'their parent',
  sibling: 'their brother or sister',
  relative: 'a relative',
  friend: 'a friend',
  legal_representative: 'their legal representative',
  other: 'somebody else who knew them',
};

export const stoppedByWords: Record<StoppedBy, string> = {
  sign_in: 'a sign-in to the account',
  alive_link: '“I am alive”, from a message to the owner',
  printed_code: 'the code on the owner’s printed sheet',
  contact_alive: 'a trusted contact, who says that they are alive',
  contact_wait: 'a trusted contact, who asks to wait',
  staff: 'a colleague',
};

export const answerWords: Record<TrustedAnswer, string> = {
  alive: 'says that they are alive',
  wait: 'asks us to wait',
};

export const fieldWords: Record<CorrectedField, string> = {
  firstName: 'first name',
  lastName: 'last name',
  email: 'email',
  secondEmail: 'second email',
  phone: 'phone',
  mailingAddress: 'mailing address',
};

export const warningWords: Record<CaseWarning, string> = {
  no_account: 'It is not known whose account this is about. Choose the account before you verify it.',
  same_proof_elsewhere: 'The very same file came with another report. Two of us have to verify this one.',
  reporter_was_wrong_before: 'This reporter has reported somebody before who was alive.',
  reporter_uses_owners_address: 'The reporter writes from the address of the account itself.',
  reporter_not_named:
    'The owner wants reports from trusted contacts, and the reporter is not one. Two of us have to verify this.',
  signed_in_since: 'Somebody signed in to the account after the day of death.',
  deletion_asked_since:
    'We were asked to delete the account when its owner may have been dead already. A release ends that, and what was planned goes out.',
  deletion_asked_before:
    'The owner asked us to delete the account before the day of death. After a release nothing goes out, and 30 days later the account is erased. Compare the day with the proof: if it is wrong, reject the report and ask for another one.',
  died_before_birth: 'The day of death is before the birth of this person.',
  alive_after_release: 'A sign of life came after the release. Look at once whether to revoke it.',
  damaged_proof:
    'A proof cannot be read to its end, or is not what it says. Look at what can be made out, and ask the reporter.',
  unopenable_proof:
    'A proof cannot be opened: our copy is damaged, or the malware scanner found something in it. Nobody can have read it.',
  sign_of_life:
    'It was stopped before: by a sign of life, by somebody who knows them, or by a colleague. Find out what was behind it.',
  unscanned_proof:
    'The malware scanner did not answer when a file came. It is asked again when you open it; if it is still silent, take care with a PDF.',
  waits_for_mail:
    'The window stays open, for two days at most where a mailbox is full, because a message to the owner has not gone out. See the mail log.',
};

export const proofWords: Record<StaffDeathReport['proofs'][number]['kind'], string> = {
  certificate: 'Death certificate',
  statement: 'Statement',
};

/** `died on 3 March 2024`, `died about 3 March 2024` */
export function diedOn({ dateOfDeath, isDateApproximate }: StaffDeathReport): string {
  return `died ${isDateApproximate ? 'about' : 'on'} ${formatDay(dateOfDeath)}`;
}

export function approvalsOf({ approvals, approvalsNeeded }: StaffDeathReport): string {
  return `${approvals.length} of ${approvalsNeeded}`;
}

/** Whether this member of staff can verify the report, once nothing is missing. */
export function mayApprove(
  { acts, obstacle, approvalObstacle, approvals }: StaffDeathReport,
  me: string | undefined,
): boolean {
  return acts.includes('approve') && !obstacle && !approvalObstacle && !approvals.some(({ by }) => by === me);
}

interface ApprovalWords {
  title: string;
  action: string;
  what: string;
}

export function approvalWords(
  report: Pick<StaffDeathReport, 'state' | 'approvals' | 'approvalsNeeded' | 'person'>,
): ApprovalWords {
  const { state, approvals, approvalsNeeded, person } = report;
  const left = approvalsNeeded - approvals.length - 1;
  const isAgain = state === 'stopped';
  const title = isAgain ? 'Begin a new window' : 'Verify the death';
  const action = isAgain ? 'Begin a new window' : 'Verify';
  if (left > 0) {
    const others = left === 1 ? 'another colleague has' : `${left} other colleagues have`;
    return { title, action, what: `Nothing begins yet: ${others} to verify it too.` };
  }
  const asked = `${person.name} is then asked every day whether this is a mistake. If nobody objects, everything that is for after their death goes out.`;
  return { title, action, what: `The objection window begins. ${asked}` };
}
