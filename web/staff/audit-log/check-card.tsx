import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, ShieldCheck } from 'lucide-react';
import type { AuditCheck, AuditCheckState } from '../../../shared/staff/audit-log.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { inBackground, read, write } from '../../lib/api/request.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { counted, dateTimeOf } from '../console/format.ts';
import { staffKey } from '../console/queries.ts';
import { faultLabels } from './labels.ts';

const path = '/api/admin/audit/check';
const queryKey = staffKey('audit', 'check');
const progressMilliseconds = 2_000;

export function CheckCard() {
  const queries = useQueryClient();
  const state = useQuery<AuditCheckState>({
    queryKey,
    // Watching a progress bar does not count as activity.
    queryFn: ({ signal }) => inBackground(() => read<AuditCheckState>(path, { signal })),
    refetchInterval: ({ state: { data } }) => (data?.running ? progressMilliseconds : false),
  });
  const change = useMutation({
    mutationFn: (method: 'POST' | 'DELETE') => write<AuditCheckState>(method, path),
    onSuccess: (data) => queries.setQueryData(queryKey, data),
    onError: () => queries.invalidateQueries({ queryKey }),
  });
  const { running, last } = state.data ?? {};
  return (
    <Card padding="none" className="mb-6 grid gap-3 p-4 md:px-6">
      {state.isPending && <Skeleton className="h-11" />}
      {state.isError && !state.data && (
        <p role="alert">{messageOf(state.error, 'We could not see whether the log was checked.')}</p>
      )}
      {running ? (
        <ProgressBar
          label="Comparing every entry with its hash"
          {...(running.total > 0 && { percent: (100 * running.checked) / running.total })}
          note={`${running.checked.toLocaleString('en-US')} of about ${counted(running.total, 'entry', 'entries')}, started by ${running.startedBy ?? 'a former colleague'}. It goes on when you leave this page.`}
          cancel={
            <Button variant="quiet" size="small" onPress={() => change.mutate('DELETE')}>
              Cancel
            </Button>
          }
        />
      ) : (
        state.data && (
          <div className="flex flex-wrap items-center justify-between gap-3">
            {last ? <Result check={last} /> : <p>Nobody has checked it yet.</p>}
            <Button
              variant="quiet"
              size="small"
              isPending={change.isPending}
              onPress={() => change.mutate('POST')}
            >
              Verify now
            </Button>
          </div>
        )
      )}
      {change.isError && (
        <p role="alert" className="text-rose">
          {messageOf(change.error, 'That did not work. Please try again.')}
        </p>
      )}
    </Card>
  );
}

function Result({
  check: { first, faults, finishedAt, startedBy, lastEntryId, lastHash },
}: {
  check: AuditCheck;
}) {
  const when = finishedAt && dateTimeOf(finishedAt);
  return (
    <div className="min-w-0 flex-1">
      {first ? (
        <>
          <Badge icon={CircleAlert} tone="rose">
            The log was altered
          </Badge>
          <p role="alert" className="mt-2 font-semibold text-rose">
            Entry {first.entryId.toLocaleString('en-US')} {faultLabels[first.what]}.
            {faults > 1 && ` ${counted(faults, 'fault', 'faults')} in all.`}
          </p>
          <p>Please tell whoever runs the server before anything else is done.</p>
        </>
      ) : (
        <Badge icon={ShieldCheck} tone="sage">
          {`As it was written, up to entry ${(lastEntryId ?? 0).toLocaleString('en-US')}`}
        </Badge>
      )}
      <p className="mt-1 text-small text-ink-soft">
        Checked on {when} by {startedBy ?? 'somebody who is gone'}
        {lastHash && (
          <>
            . The last hash is <span className="wrap-anywhere">{lastHash}</span>
          </>
        )}
      </p>
    </div>
  );
}
