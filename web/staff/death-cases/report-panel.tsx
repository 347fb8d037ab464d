import type {
  CaseWarning,
  StaffDeathReport,
  WarningAnswers,
} from '../../../shared/after-death/staff-death-reports.ts';
import { formatDay } from '../../../shared/dates.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Link } from '../../ui/link.tsx';
import { counted, momentOf } from '../console/format.ts';
import { type Fact, Facts } from '../console/queue-row.tsx';
import { Assignee } from './assignee.tsx';
import { CaseDecision } from './case-decision.tsx';
import { CaseSection } from './case-section.tsx';
import { CaseStory, WhoDecides } from './case-story.tsx';
import { CaseWarnings } from './case-warnings.tsx';
import { approvalsOf, diedOn, relationshipWords, stateWords, stoppedByWords } from './labels.ts';
import { type Opened, Proofs } from './proofs.tsx';
import { ReleasePart } from './release-part.tsx';
import { ContactAnswers, Corrections } from './report-contacts.tsx';
import type { Asked } from './report-dialogs.tsx';
import { StateBadges } from './report-list.tsx';
import { WindowPanel } from './window-panel.tsx';

interface ReportPanelProps {
  report: StaffDeathReport;
  me: string | undefined;
  opened: Opened;
  answers: WarningAnswers;
  onAnswer: (warning: CaseWarning, text: string) => void;
  onAsk: (asked: Asked) => void;
  onShow: (id: string) => void;
}

/** One report: what is known of it, its proof, and the decision; its story beside that, or below where there is little room. */
export function ReportPanel({ report, me, opened, answers, onAnswer, onAsk, onShow }: ReportPanelProps) {
  const { person, releaseId } = report;
  return (
    <Card as="section" aria-label={person.name} padding="none" className="px-4.5 py-5 md:px-8 md:py-7">
      <h2 id="review" tabIndex={-1} className="text-heading outline-none wrap-anywhere">
        {person.name}
      </h2>
      <p className="mt-1.5 mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 text-small text-ink-soft tabular-nums">
        {diedOn(report)}
        <StateBadges report={report} />
      </p>
      <Assignee report={report} />
      <div className="grid items-start gap-x-8 gap-y-6 2xl:grid-cols-[19rem_minmax(0,1fr)]">
        <div className="min-w-0">
          <Facts facts={[...factsOfReporter(report), ...factsOfAccount(report), ...factsOfCase(report)]} />
          {report.state === 'objection_window' && (
            <WindowPanel report={report} onStop={() => onAsk({ act: 'stop' })} />
          )}
          {releaseId && (
            <ReleasePart
              key={releaseId}
              releaseId={releaseId}
              obstacle={report.obstacle}
              onRevoke={
                // Then it is one of the two answers to it.
                report.acts.includes('set-sign-aside') ? undefined : () => onAsk({ act: 'revoke', releaseId })
              }
            />
          )}
          {releaseId && <Corrections releaseId={releaseId} />}
          <ContactAnswers report={report} />
          <OtherReports report={report} onShow={onShow} />
          <Proofs
            report={report}
            me={me}
            opened={opened}
            onOpen={(proof) =>
              onAsk(proof === 'other-evidence' ? { act: 'read-evidence' } : { act: 'open-proof', proof })
            }
          />
          <CaseWarnings report={report} me={me} answers={answers} onAnswer={onAnswer} />
          <CaseDecision report={report} me={me} answers={answers} onAsk={onAsk} />
        </div>
        <div className="min-w-0 border-line max-2xl:border-t max-2xl:pt-5 2xl:order-first">
          <CaseStory report={report} />
          <WhoDecides report={report} />
        </div>
      </div>
    </Card>
  );
}

function factsOfReporter({ reporter, submittedAt }: StaffDeathReport): Fact[] {
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

function factsOfAccount({ account, person }: StaffDeathReport): Fact[] {
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

function factsOfCase(report: StaffDeathReport): Fact[] {
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

/** When the reporter hears that we cannot go on; never before the day that they were promised. */
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

function OtherReports({
  report: { otherReports },
  onShow,
}: Pick<ReportPanelProps, 'onShow'> & { report: StaffDeathReport }) {
  const shown = otherReports.flatMap(({ id, state, submittedAt }) =>
    state === 'draft' ? [] : [{ id, state, submittedAt }],
  );
  if (shown.length === 0) return null;
  return (
    <CaseSection id="other-reports" title="Other reports about this account">
      <ul className="mt-2">
        {shown.map(({ id, state, submittedAt }) => (
          <li key={id}>
            <Button variant="text" size="small" onPress={() => onShow(id)}>
              {`${stateWords[state].label}, sent ${momentOf(submittedAt) ?? ''}`}
            </Button>
          </li>
        ))}
      </ul>
    </CaseSection>
  );
}
