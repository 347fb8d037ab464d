import { CircleAlert } from 'lucide-react';
import type { StaffDeathReport } from '../../../shared/after-death/staff-death-reports.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { joinClasses } from '../../ui/join-classes.ts';
import { SideRow } from '../console/side-row.tsx';
import { AssigneeLine } from './assignee.tsx';
import { relationshipWords, wordsOf } from './words.ts';

const toneClasses: Record<BadgeTone, string> = {
  sage: 'text-sage',
  gold: 'text-gold',
  rose: 'text-rose',
  pine: 'text-pine',
  neutral: 'text-ink-soft',
};

interface ReportRowProps {
  report: StaffDeathReport;
  isShown: boolean;
  onShow: () => void;
  /** Pressed, not only passed over by keys. */
  onPick: () => void;
}

export function ReportRow({ report, ...row }: ReportRowProps) {
  const { id, person, reporter, submittedAt, isLate } = report;
  const { label, tone, icon: Icon } = wordsOf(report);
  return (
    <SideRow {...row} id={id} title={person.name} since={submittedAt}>
      <span className="text-small text-ink-soft wrap-anywhere">
        {reporter.name}, {relationshipWords[reporter.relationship]}
      </span>
      <span
        className={joinClasses(
          'mt-0.5 flex items-center gap-2 text-small',
          toneClasses[isLate ? 'rose' : tone],
        )}
      >
        <Icon aria-hidden="true" className="size-4 flex-none" strokeWidth={1.75} />
        {isLate ? `${label}, late` : label}
      </span>
      <AssigneeLine report={report} />
    </SideRow>
  );
}

export function StateBadges({ report }: { report: StaffDeathReport }) {
  const { isLate } = report;
  const { label, tone, icon } = wordsOf(report);
  return (
    <>
      <Badge tone={tone} icon={icon}>
        {label}
      </Badge>
      {isLate && (
        <Badge tone="rose" icon={CircleAlert}>
          Late
        </Badge>
      )}
    </>
  );
}
