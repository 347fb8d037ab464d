import { useState } from 'react';
import { itemsOf, missingFor, missingWords } from '../../../shared/after-death/missing-for-approval.ts';
import type {
  CaseWarning,
  StaffDeathReport,
  StaffDeathReportList,
  WarningAnswers,
} from '../../../shared/after-death/staff-death-reports.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ListKeysHelp, useListKeys } from '../console/list-keys.tsx';
import { useMe, useStaffList } from '../console/queries.ts';
import { QueueList, StaffPage } from '../console/queue-page.tsx';
import { focusNextWarning } from './case-warnings.tsx';
import { mayApprove } from './labels.ts';
import type { Opened } from './proofs.tsx';
import { useStaffReport } from './queries.ts';
import { type Asked, ReportDialog } from './report-dialogs.tsx';
import { emptyWords, filterNames, ReportFilters, ReportRow } from './report-list.tsx';
import { ReportPanel } from './report-panel.tsx';

const placeNames = ['afterRank', 'afterSubmitted', 'after'] as const;

export function DeathReportsPage() {
  const { list, reports, filters, narrow, paging, shownId, show, reading } = useQueue();
  const { isAsked, ask, dialog, opened } = useDialogs(reading.data);
  const me = useMe().data?.id;
  const written = useAnswers(reading.data);
  const keys = useReportKeys({ reports, report: reading.data, me, ...written, opened, ask, isOff: isAsked });
  const pick = (id: string) => {
    show(id);
    requestAnimationFrame(() => document.querySelector<HTMLElement>('#review')?.focus());
  };

  return (
    <StaffPage
      title="Death reports"
      description="Signs of life after a release come first, then the reports that have waited longest. Nothing goes out until we have accepted the proof and the time to object is over."
    >
      <div className="grid items-start gap-6 xl:grid-cols-[23rem_minmax(0,1fr)]">
        <QueueList
          noun="reports"
          list={list}
          isEmpty={reports.length === 0}
          empty={{ title: 'Nothing here', description: emptyWords(filters) }}
          filters={<ReportFilters filters={filters} onChange={narrow} />}
          isBeside
          paging={paging}
        >
          {reports.map((listed) => (
            <ReportRow
              key={listed.id}
              report={listed}
              isShown={listed.id === shownId}
              onShow={() => show(listed.id)}
              onPick={() => pick(listed.id)}
            />
          ))}
        </QueueList>
        <Shown reading={reading} me={me} {...written} opened={opened} onAsk={ask} onShow={pick} />
      </div>
      <ListKeysHelp {...keys} />
      {dialog}
    </StaffPage>
  );
}

interface ShownProps {
  reading: ReturnType<typeof useStaffReport>;
  me: string | undefined;
  answers: WarningAnswers;
  onAnswer: (warning: CaseWarning, text: string) => void;
  opened: Opened;
  onAsk: (asked: Asked) => void;
  onShow: (id: string) => void;
}

function Shown({ reading, ...panel }: ShownProps) {
  const { data: report, isError, error, isFetching, refetch } = reading;
  if (report) return <ReportPanel key={report.id} report={report} {...panel} />;
  if (!isError) return null;
  return (
    <Card>
      <ErrorState
        headingLevel={2}
        title="We could not show this report"
        description={messageOf(error, 'Nothing was changed.')}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    </Card>
  );
}

interface ReportKeys {
  reports: readonly StaffDeathReport[];
  /** The one that is shown, which is also the one that has the focus in the list. */
  report: StaffDeathReport | undefined;
  me: string | undefined;
  answers: WarningAnswers;
  opened: Opened;
  ask: (asked: Asked) => void;
  isOff: boolean;
}

function useReportKeys({ reports, report, me, answers, opened, ask, isOff }: ReportKeys) {
  const verify = () => {
    if (!report || !mayApprove(report, me)) return;
    if (missingWords(missingFor(report, answers))) focusNextWarning();
    else ask({ act: 'approve', answers });
  };
  const reject = () => {
    if (report?.acts.includes('reject') && !report.obstacle) ask({ act: 'reject' });
  };
  const openNumber = (index: number) => () => {
    const next = report && !report.obstacle && nthToOpen(report, index);
    if (next) ask(next);
  };
  return useListKeys({
    ids: reports.map(({ id }) => id),
    shown: report?.id,
    onOpen: () => {
      const next = report && !report.obstacle && whatToOpen(report, opened);
      if (next) ask(next);
    },
    openLabel: 'open the proof with a reason',
    keys: [
      { key: 'v', label: 'verify', act: verify },
      { key: 'x', label: 'reject', act: reject },
      { key: 'w', label: 'next warning', act: focusNextWarning },
      {
        key: 's',
        label: 'stop the window',
        act: () => report?.acts.includes('stop') && ask({ act: 'stop' }),
      },
      { key: 'a', label: 'verify', act: verify },
      { key: 'r', label: 'reject', act: reject },
      ...(report ? itemsOf(report).slice(0, 9) : []).map((_, index) => ({
        key: `${index + 1}`,
        label: `open proof ${index + 1}`,
        act: openNumber(index),
      })),
    ],
    isOff,
  });
}

/** The list, and the report that is shown: also when it leaves the list. */
function useQueue() {
  const { list, narrow, ...rest } = useStaffList<
    StaffDeathReportList,
    (typeof filterNames)[number],
    (typeof placeNames)[number]
  >('death-reports', { filters: filterNames, places: placeNames });
  const [chosenId, show] = useState<string>();
  const reports = list.data?.reports ?? [];
  const shownId = chosenId ?? reports[0]?.id;
  // The first of the list stays in view when it leaves it.
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

/** The dialog of an act on the report that is shown, and what was opened of it: closed again once another is opened. */
function useDialogs(report: StaffDeathReport | undefined) {
  const [acting, setActing] = useState<{ report: StaffDeathReport; asked: Asked }>();
  const [opened, setOpened] = useState<{ reportId: string; contents: Opened }>();
  const of = (reportId: string | undefined) => (opened?.reportId === reportId ? opened?.contents : undefined);
  return {
    isAsked: acting !== undefined,
    ask: (asked: Asked) => report && setActing({ report, asked }),
    opened: of(report?.id) ?? {},
    dialog: acting && (
      <ReportDialog
        {...acting}
        onOpened={(id, content) =>
          setOpened({
            reportId: acting.report.id,
            contents: { ...of(acting.report.id), [id]: content },
          })
        }
        onClose={() => setActing(undefined)}
      />
    ),
  };
}

/** What somebody has written about the warnings of the report that is shown; of another, when they come back to it, too. */
function useAnswers(report: StaffDeathReport | undefined) {
  const [written, setWritten] = useState<Readonly<Record<string, WarningAnswers>>>({});
  // After a sign of life everything is asked anew.
  const key = report ? `${report.id} ${report.round}` : '';
  const answers = written[key] ?? {};
  return {
    answers,
    onAnswer: (warning: CaseWarning, text: string) =>
      setWritten((before) => ({ ...before, [key]: { ...before[key], [warning]: text } })),
  };
}

function nthToOpen({ proofs, hasOtherEvidence }: StaffDeathReport, index: number): Asked | undefined {
  const proof = proofs[index];
  if (proof) return { act: 'open-proof', proof };
  return hasOtherEvidence && index === proofs.length ? { act: 'read-evidence' } : undefined;
}

/** The first thing that came as proof and is not open yet. */
function whatToOpen(report: StaffDeathReport, opened: Opened): Asked | undefined {
  const proof = report.proofs.find(({ id }) => opened[id] === undefined);
  if (proof) return { act: 'open-proof', proof };
  return report.hasOtherEvidence && opened[report.id] === undefined ? { act: 'read-evidence' } : undefined;
}
