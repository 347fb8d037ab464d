import { useState } from 'react';
import type { ExportState } from '../../../../../shared/data-rights/account-export.ts';
import { formatMoment } from '../../../../../shared/dates.ts';
import { describeKept } from '../../../../../shared/system/describe-kept.ts';
import { messageOf } from '../../../../lib/api/api-error.ts';
import { formatSize } from '../../../../lib/format-size.ts';
import { Button } from '../../../../ui/button.tsx';
import { ProgressBar } from '../../../../ui/progress-bar.tsx';
import { ReadFailure } from '../../../../ui/read-failure.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { toast } from '../../../../ui/toast.ts';
import { ConfirmationForm } from '../../../accounts/auth/security/security.ts';
import { useBeginExport, useCancelExport, useExport, useFiles, useUnlockExport } from './queries.ts';

/** Whether everything a person left here is undamaged. Shows nothing if they have left no file. */
export function KeptFiles({ timeZone }: { timeZone: string }) {
  const { data: kept } = useFiles();
  if (!kept || kept.files === 0) return null;
  return <p>{describeKept(kept, timeZone)}</p>;
}

interface AccountExportProps {
  /** Whether two-factor sign-in is on. */
  needsCode: boolean;
  timeZone: string;
}

/** What the password is needed for. */
type Asking = 'prepare' | 'fetch' | null;

/** Everything in one file: requested here, built by a background job, and downloadable until it expires. */
export function AccountExport({ needsCode, timeZone }: AccountExportProps) {
  const { data: state, isPending, isFetching, refetch } = useExport();
  const [asking, setAsking] = useState<Asking>(null);
  if (isPending) return <Skeleton className="h-16" />;
  if (!state) return <ReadFailure what="your export" isRetrying={isFetching} onRetry={refetch} />;
  if (asking) return <ConfirmIdentity asking={asking} needsCode={needsCode} onDone={() => setAsking(null)} />;
  if (state.status === 'preparing') return <Preparing percent={state.percent} />;
  return (
    <Offer
      state={state}
      timeZone={timeZone}
      onPrepare={() => setAsking('prepare')}
      onFetch={() => void fetchOrAsk()}
    />
  );

  /** Somebody who entered the password a moment ago, to request the export, is not asked again. */
  async function fetchOrAsk() {
    const { data: now } = await refetch();
    if (now?.isUnlocked) download();
    else setAsking('fetch');
  }
}

/** The browser saves the response as a file and stays on this page. */
function download(url = '/api/user/export/file') {
  window.location.assign(url);
  toast({ title: 'Your export is being downloaded' });
}

function Preparing({ percent }: { percent: number }) {
  const { mutate: cancel, isPending } = useCancelExport();
  return (
    <ProgressBar
      label="Preparing your export"
      percent={percent}
      note="You need not wait here. It is made all the same."
      cancel={
        <Button
          variant="text"
          size="small"
          isPending={isPending}
          pendingLabel="Cancelling"
          onPress={() =>
            cancel(undefined, {
              onSuccess: () => toast({ title: 'The export was cancelled' }),
              onError: (error) =>
                toast({
                  variant: 'destructive',
                  title: 'The export was not cancelled',
                  description: messageOf(error, 'Please try again.'),
                }),
            })
          }
        >
          Cancel
        </Button>
      }
    />
  );
}

interface OfferProps {
  state: ExportState;
  timeZone: string;
  onPrepare: () => void;
  onFetch: () => void;
}

function Offer({
  state: { status, sizeBytes, brokenFiles, availableUntil },
  timeZone,
  onPrepare,
  onFetch,
}: OfferProps) {
  const isReady = status === 'ready' && availableUntil !== null;
  return (
    <div className="grid gap-3">
      {isReady && (
        <p>
          Your export is ready{sizeBytes !== null && `: ${formatSize(sizeBytes)}`}. We keep it until{' '}
          {formatMoment(availableUntil, timeZone)}.
        </p>
      )}
      {isReady && brokenFiles > 0 && (
        <p role="alert">
          {brokenFiles === 1 ? 'One file is' : `${brokenFiles} files are`} missing from it or not as you left
          {brokenFiles === 1 ? ' it' : ' them'}. A text in the export says which, and we have been told.
        </p>
      )}
      {status === 'failed' && (
        <p role="alert">The export could not be made. What you left here is safe. Please try again.</p>
      )}
      <div className="flex flex-wrap gap-3">
        {isReady && (
          <Button size="small" onPress={onFetch}>
            Download
          </Button>
        )}
        <Button variant="quiet" size="small" onPress={onPrepare}>
          {isReady ? 'Prepare a new one' : 'Prepare my export'}
        </Button>
      </div>
    </div>
  );
}

interface ConfirmIdentityProps {
  asking: 'prepare' | 'fetch';
  needsCode: boolean;
  onDone: () => void;
}

function ConfirmIdentity({ asking, needsCode, onDone }: ConfirmIdentityProps) {
  const { mutateAsync: begin } = useBeginExport();
  const { mutateAsync: unlock } = useUnlockExport();
  if (asking === 'prepare')
    return (
      <ConfirmationForm
        needsCode={needsCode}
        action="Prepare my export"
        pendingLabel="Beginning"
        failure="The export was not begun"
        onCancel={onDone}
        onConfirm={async (form) => {
          await begin(confirmationOf(form));
          onDone();
        }}
      />
    );
  return (
    <ConfirmationForm
      needsCode={needsCode}
      action="Download"
      pendingLabel="Opening"
      failure="Your export was not downloaded"
      onCancel={onDone}
      onConfirm={async (form) => {
        const { url } = await unlock(confirmationOf(form));
        download(url);
        onDone();
      }}
    />
  );
}

function confirmationOf({ password, code }: { password: string; code: string }) {
  return { password, code };
}
