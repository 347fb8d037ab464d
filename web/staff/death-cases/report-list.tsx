import { CircleAlert } from 'lucide-react';
import { caseStates, type StaffDeathReport } from '../../../shared/after-death/staff-death-reports.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { joinClasses } from '../../ui/join-classes.ts';
import { Select } from '../../ui/select.tsx';
import { everything, FindForm } from '../console/filters.tsx';
import { SideRow } from '../console/side-row.tsx';
import { AssigneeLine } from './assignee.tsx';
import { relationshipWords, stateWords, wordsOf } from './labels.ts';

export const filterNames = ['state', 'assignee', 'q'] as const;
type Filters = Partial<Record<(typeof filterNames)[number], string>>;

const states = caseStates.flatMap((state) =>
  state === 'draft' ? [] : [{ value: state, label: stateWords[state].label }],
);

const whose = [
  { value: everything, label: 'Anybody’s' },
  { value: 'me', label: 'Mine' },
  { value: 'nobody', label: 'Nobody’s' },
];

/** Filters the reports. A search by name covers all of them, whatever their state. */
export function ReportFilters({
  filters,
  onChange,
}: {
  filters: Filters;
  onChange: (filters: Filters) => void;
}) {
  const { state = everything, assignee = everything, q = '' } = filters;
  const choose = (name: 'state' | 'assignee') => (chosen: string) =>
    onChange({ ...filters, [name]: chosen === everything ? '' : chosen });
  return (
    <FindForm key={q} label="Name, email or id" text={q} onFind={(text) => onChange({ ...filters, q: text })}>
      <Select
        label="Show"
        value={state}
        onChange={choose('state')}
        options={[{ value: everything, label: q ? 'All reports' : 'What waits for us' }, ...states]}
        isCompact
      />
      <Select label="Whose" value={assignee} onChange={choose('assignee')} options={whose} isCompact />
    </FindForm>
  );
}

export function emptyWords({ q, assignee }: Filters): string {
  if (!q && assignee === 'me') return 'You look after none of these reports.';
  if (!q && assignee === 'nobody') return 'Somebody looks after each of these reports.';
  if (!q) return 'No report is in this state.';
  return 'Try any part of the name or address of the person or the reporter, at least three letters of it.';
}

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
