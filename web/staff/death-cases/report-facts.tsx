import type { StaffDeathReport } from '../../../shared/after-death/staff-death-reports.ts';
import { formatDay } from '../../../shared/dates.ts';
import { Link } from '../../ui/link.tsx';
import type { Fact } from '../console/facts.tsx';
import { counted, momentOf } from '../console/format.ts';
import { approvalsOf, relationshipWords, stoppedByWords } from './labels.ts';

export function factsOfReporter({ reporter, submittedAt }: StaffDeathReport): Fact[] {
  const { name, email, relationship, userId, otherReports, endedBySignOfLife } = reporter;
  return [
    ['Reported by', `${name}, ${relationshipWords[relationship]}`],
    ['Reporter’s email', email],
    ['Reporter’s account', userId && <PersonLink id={userId} name={name} />],
    [
      'Reporter’s reports',
      otherReports > 0 &&
        `${counted(otherReports, 'other', 'others')}, ${endedBySignOfLife} ended by a sign of life`,
    ],
    ['Sent', momentOf(submittedAt)],
  ];
}

export function factsOfAccount({ account, person }: StaffDeathReport): Fact[] {
  if (!account)
    return [['Account', `Not known${person.email ? `; the reporter wrote ${person.email}` : ''}`]];
  return [
    [
      'Account',
      <span key="account">
        <PersonLink id={account.id} name={account.name} />, {account.email}
      </span>,
    ],
    ['Reported as', person.email !== account.email && person.email],
    ['Born', account.dateOfBirth && formatDay(account.dateOfBirth)],
    ['Account since', momentOf(account.createdAt)],
    ['Last sign-in', momentOf(account.lastSignInAt) ?? 'none on record'],
  ];
}

export function factsOfCase(report: StaffDeathReport): Fact[] {
  const { approvals, reviewDueAt, objectionEndsAt, stoppedAt, stoppedBy, rejectedAt, rejectionNote } = report;
  const isOpen = report.state === 'in_review' || report.state === 'stopped';
  return [
    ['To be read by', report.state === 'in_review' && momentOf(reviewDueAt)],
    ['Verified by', (isOpen || approvals.length > 0) && approvalsOf(report)],
    ['Verified', momentOf(report.verifiedAt)],
    [
      report.state === 'objection_window' ? 'Window ends' : 'Window ended',
      report.state !== 'stopped' && momentOf(objectionEndsAt),
    ],
    [
      report.state === 'stopped' ? 'Stopped' : 'Sign of life',
      stoppedAt && stoppedBy && `${momentOf(stoppedAt)}: ${stoppedByWords[stoppedBy]}`,
    ],
    ['Rejected', momentOf(rejectedAt)],
    ['Note to the reporter', rejectionNote],
    ['Reporter told', toldOf(report)],
    ['Revoked', momentOf(report.revokedAt)],
  ];
}

/** When the reporter is told that we cannot continue; never before the day that they were promised. */
function toldOf({ state, answeredAt, reviewDueAt }: StaffDeathReport): string | null {
  if (state !== 'rejected' && state !== 'closed') return null;
  if (answeredAt) return momentOf(answeredAt);
  return (
    reviewDueAt && `Not before ${momentOf(reviewDueAt)}; until then they see a report that is being read`
  );
}

function PersonLink({ id, name }: { id: string; name: string }) {
  return <Link href={`/admin/people/${id}`}>{name}</Link>;
}
