import type {
  CaseWarning,
  StaffDeathReport,
  WarningAnswers,
} from '../../../shared/after-death/staff-death-reports.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../console/facts.tsx';
import { momentOf } from '../console/format.ts';
import type { Asked } from './account-dialog.tsx';
import { Assignee } from './assignee.tsx';
import { CaseDecision } from './case-decision.tsx';
import { CaseSection } from './case-section.tsx';
import { CaseStory, WhoDecides } from './case-story.tsx';
import { CaseWarnings } from './case-warnings.tsx';
import { diedOn, stateWords } from './labels.ts';
import type { Opened } from './opened-proof.tsx';
import { Proofs } from './proofs.tsx';
import { ReleasePart } from './release-part.tsx';
import { ContactAnswers, Corrections } from './report-contacts.tsx';
import { factsOfAccount, factsOfCase, factsOfReporter } from './report-facts.tsx';
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

/** One report: what is known about it, its proof, and the decision; its story is beside that, or below if there is little room. */
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
                // Revoking is then one of the two answers to the sign of life.
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
