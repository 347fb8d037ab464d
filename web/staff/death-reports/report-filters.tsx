import { caseStates } from '../../../shared/after-death/staff-death-reports.ts';
import { Select } from '../../ui/select.tsx';
import { everything, FindForm } from '../console/find-form.tsx';
import { stateWords } from './words.ts';

export const filterNames = ['state', 'q'] as const;
type Filters = Partial<Record<(typeof filterNames)[number], string>>;

const states = caseStates.flatMap((state) =>
  state === 'draft' ? [] : [{ value: state, label: stateWords[state].label }],
);

/** Narrows the reports. Who looks for a name looks among all of them, whatever became of them. */
export function ReportFilters({
  filters,
  onChange,
}: {
  filters: Filters;
  onChange: (filters: Filters) => void;
}) {
  const { state = everything, q = '' } = filters;
  return (
    <FindForm key={q} label="Name, email or id" text={q} onFind={(text) => onChange({ ...filters, q: text })}>
      <Select
        label="Show"
        value={state}
        onChange={(chosen) => onChange({ ...filters, state: chosen === everything ? '' : chosen })}
        options={[{ value: everything, label: q ? 'All reports' : 'What waits for us' }, ...states]}
      />
    </FindForm>
  );
}

export function emptyWords({ q }: Filters): string {
  if (!q) return 'No report is in this state.';
  return 'Try any part of the name or address of the person or the reporter, at least three letters of it.';
}
