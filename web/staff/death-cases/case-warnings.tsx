import { Check } from 'lucide-react';
import type {
  CaseWarning,
  StaffDeathReport,
  WarningAnswers,
} from '../../../shared/after-death/staff-death-reports.ts';
import { joinClasses } from '../../ui/join-classes.ts';
import { TextArea } from '../../ui/text-area.tsx';
import { CaseSection } from './case-section.tsx';
import { mayApprove, warningWords } from './labels.ts';

interface CaseWarningsProps {
  report: StaffDeathReport;
  me: string | undefined;
  answers: WarningAnswers;
  onAnswer: (warning: CaseWarning, text: string) => void;
}

export function CaseWarnings({ report, me, answers, onAnswer }: CaseWarningsProps) {
  const { warnings, approvals } = report;
  if (warnings.length === 0) return null;
  const isAnswered = (warning: CaseWarning) => Boolean(answers[warning]?.trim());
  const mayAnswer = mayApprove(report, me);
  const isHidden = approvals.some((approval) => approval.answers === null);
  return (
    <CaseSection
      id="case-warnings"
      title="Look at this first"
      aside={mayAnswer && `${warnings.filter(isAnswered).length} of ${warnings.length} answered`}
    >
      <ol className="xl:[&_textarea]:scroll-mb-64">
        {warnings.map((warning, index) => (
          <li
            key={warning}
            className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3 border-t border-line py-4 first:border-t-0"
          >
            <span
              aria-hidden="true"
              className={joinClasses(
                'grid size-8 place-items-center rounded-full border-[1.5px] tabular-nums',
                isAnswered(warning) ? 'border-sage bg-sage-wash text-sage' : 'border-gold text-gold',
              )}
            >
              {isAnswered(warning) ? <Check className="size-4.5" strokeWidth={1.75} /> : index + 1}
            </span>
            <div className="grid gap-2.5">
              <p className="pt-0.5">{warningWords[warning]}</p>
              {mayAnswer && (
                <TextArea
                  label={`Warning ${index + 1}: what you found`}
                  rows={2}
                  value={answers[warning] ?? ''}
                  onChange={(text) => onAnswer(warning, text)}
                  data-warning={isAnswered(warning) ? 'answered' : 'open'}
                />
              )}
              <Found report={report} warning={warning} />
            </div>
          </li>
        ))}
      </ol>
      {isHidden && (
        <p className="border-t border-line pt-3.5 text-small text-ink-soft">
          What your colleague found shows once you have verified it with your own.
        </p>
      )}
    </CaseSection>
  );
}

function Found({ report: { approvals }, warning }: { report: StaffDeathReport; warning: CaseWarning }) {
  return approvals.map(({ by, name, answers }) => {
    const text = answers?.[warning];
    if (!text) return null;
    return (
      <p key={by} className="text-small text-ink-soft wrap-anywhere">
        <span className="font-semibold text-ink">{name}</span> wrote: {text}
      </p>
    );
  });
}

export function focusNextWarning(): void {
  const fields = [...document.querySelectorAll<HTMLElement>('textarea[data-warning]')];
  (fields.find(({ dataset }) => dataset['warning'] === 'open') ?? fields[0])?.focus();
}
