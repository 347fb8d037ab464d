import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { missingFor, missingWords } from '../../../shared/after-death/missing-for-approval.ts';
import type { StaffDeathReport } from '../../../shared/after-death/staff-death-reports.ts';
import { Card } from '../../ui/card.tsx';
import { dateTimeOf, durationOf } from '../console/format.ts';
import { type CaseDecisionProps, OtherActs, Verify } from './case-buttons.tsx';
import { approvalWords } from './labels.ts';

/** What can be decided, or why not. Buttons that the server would refuse are not shown. */
export function CaseDecision(props: CaseDecisionProps) {
  const { report, me } = props;
  const { acts, obstacle, approvals, state } = report;
  if (acts.every((act) => act === 'stop')) return state === 'closed' ? <IsAlive report={report} /> : null;
  if (obstacle)
    return (
      <Decision>
        <Said title={obstacle}>{othersOf(report)}</Said>
      </Decision>
    );
  return (
    <Decision>
      <Late report={report} />
      {state === 'awaiting_proof' && <p>Nobody can verify it before a proof has come.</p>}
      {acts.includes('set-sign-aside') && (
        <Said title="A sign of life came after the release.">
          Find out at once whose it was. If it was theirs, revoke the release.
        </Said>
      )}
      {acts.includes('approve') &&
        (approvals.some(({ by }) => by === me) ? <Verified report={report} /> : <ToVerify {...props} />)}
      <div className="mt-4 flex flex-wrap justify-end gap-3">
        <OtherActs {...props} />
        <Verify {...props} />
      </div>
    </Decision>
  );
}

function Decision({ children }: { children: ReactNode }) {
  return (
    <Card as="section" aria-label="Decide" isHighlighted className="mt-6 xl:sticky xl:bottom-0 xl:z-10">
      {children}
    </Card>
  );
}

function Said({ title, children, icon }: { title: string; children?: ReactNode; icon?: ReactNode }) {
  return (
    <div className="grid grid-cols-[1.5rem_1fr] gap-3">
      {icon ?? <CircleAlert aria-hidden="true" className="mt-0.5 size-5 text-gold" strokeWidth={1.5} />}
      <p>
        <span className="block font-semibold">{title}</span>
        {children && <span className="block text-ink-soft">{children}</span>}
      </p>
    </div>
  );
}

function Late({ report: { isLate, reviewDueAt, reporter } }: Pick<CaseDecisionProps, 'report'>) {
  if (!isLate || !reviewDueAt) return null;
  return (
    <div className="mb-4">
      <Said
        title={`Late by ${durationOf(Date.now() - Date.parse(reviewDueAt))}.`}
        icon={<Clock aria-hidden="true" className="mt-0.5 size-5 text-rose" strokeWidth={1.5} />}
      >
        {`${reporter.name} was told that it would be read by ${dateTimeOf(reviewDueAt)}.`}
      </Said>
    </div>
  );
}

function Verified({ report }: Pick<CaseDecisionProps, 'report'>) {
  const left = report.approvalsNeeded - report.approvals.length;
  return (
    <Said
      title={`You have verified. ${left === 1 ? 'One more' : `${left} more`} of us must agree.`}
      icon={<CircleCheck aria-hidden="true" className="mt-0.5 size-5 text-sage" strokeWidth={1.5} />}
    >
      {othersOf(report)}
    </Said>
  );
}

function IsAlive({ report: { person, stoppedAt } }: Pick<CaseDecisionProps, 'report'>) {
  return (
    <Decision>
      <Said
        title={`${person.name} is alive.`}
        icon={<CircleCheck aria-hidden="true" className="mt-0.5 size-5 text-sage" strokeWidth={1.5} />}
      >
        {stoppedAt ? `The answer came on ${dateTimeOf(stoppedAt)}. ` : ''}The report is closed. Nothing is
        left to do.
      </Said>
    </Decision>
  );
}

function ToVerify({ report, answers }: Pick<CaseDecisionProps, 'report' | 'answers'>) {
  const { approvalObstacle } = report;
  if (approvalObstacle) return <Said title={approvalObstacle} />;
  const missing = missingWords(missingFor(report, answers));
  const { action, what } = approvalWords(report);
  return (
    <>
      <p>
        <span className="font-semibold">If you {action.toLowerCase()}:</span> {what}
      </p>
      {missing && (
        <p id="what-is-missing" role="status" className="mt-3 flex gap-2.5">
          <CircleAlert aria-hidden="true" className="mt-1 size-5 flex-none text-gold" strokeWidth={1.5} />
          <span>
            <span className="font-semibold text-gold">Not yet.</span> {missing}
          </span>
        </p>
      )}
    </>
  );
}

/** `Maria Oduya and Tomasz Berg can decide.` */
function othersOf({ deciders }: StaffDeathReport): string | null {
  const names = (deciders ?? []).flatMap(({ name, approvedAt, obstacle }) =>
    approvedAt || obstacle ? [] : [name],
  );
  const [last, ...others] = names.toReversed();
  if (!last) return 'Nobody else on the staff can decide at the moment.';
  return `${others.length > 0 ? `${others.toReversed().join(', ')} and ${last}` : last} can decide.`;
}
