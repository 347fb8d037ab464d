import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { ApiError } from '../../../../lib/api/api-error.ts';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { Skeleton, SkeletonArea } from '../../../../ui/skeleton.tsx';
import { SupportLink } from '../../../../ui/support-link.tsx';
import { ReportFrame } from './report-frame.tsx';
import { readReport } from './requests.ts';
import type { LinkedReport } from './use-report.ts';

type Loading = 'loading' | 'unknown' | 'unreachable' | LinkedReport;

interface LinkedReportPageProps {
  token: string;
  children: (linked: LinkedReport) => ReactNode;
}

export function LinkedReportPage({ token, children }: LinkedReportPageProps) {
  const [state, setState] = useState<Loading>('loading');
  const load = useCallback(
    () =>
      readReport(token).then(
        (report) => setState({ token, report }),
        (error: unknown) =>
          setState(error instanceof ApiError && error.status === 404 ? 'unknown' : 'unreachable'),
      ),
    [token],
  );
  useEffect(() => void load(), [load]);
  if (typeof state === 'object') return children(state);
  return (
    <ReportFrame>
      {state === 'loading' && (
        <SkeletonArea label="Loading" className="mx-auto grid max-w-letter gap-8 py-14">
          <Skeleton className="h-16" />
          <Skeleton className="h-40" />
        </SkeletonArea>
      )}
      {state === 'unknown' && <UnknownReport />}
      {state === 'unreachable' && (
        <ErrorState
          headingLevel={1}
          title="This page could not be reached"
          description="Nothing is lost. Please check your connection and try again."
          onRetry={() => {
            setState('loading');
            void load();
          }}
        />
      )}
    </ReportFrame>
  );
}

function UnknownReport() {
  return (
    <div className="mx-auto grid max-w-letter gap-4 pt-5 pb-16 md:pt-13">
      <h1 className="text-display">We do not know this link</h1>
      <p className="text-lead text-ink-soft">
        Some programs cut long links in two. Please copy the whole link from the message, to its very end. A
        report that was never sent is erased after some days.
      </p>
      <p className="text-ink-soft">
        If it does not open, please write to <SupportLink />. You need not begin again.
      </p>
    </div>
  );
}
