import { useState } from 'react';
import type {
  CaseWarning,
  StaffDeathReport,
  WarningAnswers,
} from '../../../shared/after-death/staff-death-reports.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ListKeysHelp } from '../console/list-keys.tsx';
import { useMe } from '../console/queries.ts';
import { QueueList, StaffPage } from '../console/queue-page.tsx';
import type { Asked } from './account-dialog.tsx';
import type { Opened } from './opened-proof.tsx';
import type { useStaffReport } from './queries.ts';
import { ReportDialog } from './report-dialogs.tsx';
import { useReportKeys } from './report-keys.ts';
import { emptyWords, ReportFilters, ReportRow } from './report-list.tsx';
import { ReportPanel } from './report-panel.tsx';
import { useAnswers, useQueue } from './use-reports.ts';

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

/** The dialog of an action on the report that is shown, and the proofs opened in it. Both close when another report is opened. */
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
