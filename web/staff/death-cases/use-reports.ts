import { useState } from 'react';
import type {
  CaseWarning,
  StaffDeathReport,
  StaffDeathReportList,
  WarningAnswers,
} from '../../../shared/after-death/staff-death-reports.ts';
import { useStaffList } from '../console/queries.ts';
import { useStaffReport } from './queries.ts';
import { filterNames } from './report-list.tsx';

const placeNames = ['afterRank', 'afterSubmitted', 'after'] as const;

/** The list, and the report that is shown, even after it has left the list. */
export function useQueue() {
  const { list, narrow, ...rest } = useStaffList<
    StaffDeathReportList,
    (typeof filterNames)[number],
    (typeof placeNames)[number]
  >('death-reports', { filters: filterNames, places: placeNames });
  const [chosenId, show] = useState<string>();
  const reports = list.data?.reports ?? [];
  const shownId = chosenId ?? reports[0]?.id;
  // If nothing was chosen, the first report of the list is shown, and stays so when it leaves the list.
  if (!chosenId && shownId) show(shownId);
  return {
    ...rest,
    list,
    reports,
    shownId,
    show,
    reading: useStaffReport(
      shownId,
      reports.find(({ id }) => id === shownId),
    ),
    narrow: (wanted: Parameters<typeof narrow>[0]) => {
      show(undefined);
      narrow(wanted);
    },
  };
}

/** What somebody has written about the warnings of the report that is shown. Answers for other reports are kept too. */
export function useAnswers(report: StaffDeathReport | undefined) {
  const [written, setWritten] = useState<Readonly<Record<string, WarningAnswers>>>({});
  // After a sign of life, all of it is asked again.
  const key = report ? `${report.id} ${report.round}` : '';
  const answers = written[key] ?? {};
  return {
    answers,
    onAnswer: (warning: CaseWarning, text: string) =>
      setWritten((before) => ({ ...before, [key]: { ...before[key], [warning]: text } })),
  };
}
