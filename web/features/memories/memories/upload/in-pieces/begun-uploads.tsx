import { useLocation } from 'wouter';
import type { FileMemoryType } from '../../../../../../shared/memories/memory-limits.ts';
import { formatSavedAt } from '../../../../../lib/dates.ts';
import { Button } from '../../../../../ui/button.tsx';
import { useConfirm } from '../../../../../ui/question-provider.tsx';
import type { KeptUpload } from './kept-uploads.ts';
import { useBegunUploads, useRefreshBegunUploads } from './queries.ts';
import { throwAwayUpload } from './send-in-pieces.ts';
import { describeArrived } from './waiting-progress.tsx';

/** Offers uploads that have not arrived completely, because the page was closed or they were paused. */
export function BegunUploads({ ownerId, type }: { ownerId: string; type?: FileMemoryType }) {
  const { uploads } = useBegunUploads(ownerId);
  const wanted = uploads.filter((upload) => type === undefined || upload.type === type);
  return [...Map.groupBy(wanted, ({ batchId }) => batchId)].map(([batchId, batch]) => (
    <Notice key={batchId} batchId={batchId} uploads={batch} />
  ));
}

/** Says whether a recording in this browser is among them: it continues as an upload, and must not be offered twice. */
export function useIsBegun(ownerId: string): (recordingId: string) => boolean {
  const { uploads } = useBegunUploads(ownerId);
  return (recordingId) => uploads.some((upload) => upload.recordingId === recordingId);
}

/** The page on which the uploads of a batch continue. */
function goOnPath(type: FileMemoryType, batchId: string): string {
  return `/upload?type=${type}&continue=${batchId}`;
}

function Notice({ batchId, uploads }: { batchId: string; uploads: readonly KeptUpload[] }) {
  const [, navigate] = useLocation();
  const confirm = useConfirm();
  const refresh = useRefreshBegunUploads();
  const [first] = uploads;
  if (!first) return null;
  const { type, startedAtMs } = first;
  const what = uploads.length === 1 ? `“${first.values.title}” has` : `${uploads.length} ${type}s have`;
  const sum = (of: (upload: KeptUpload) => number) =>
    uploads.reduce((total, upload) => total + of(upload), 0);

  async function remove(): Promise<void> {
    const isConfirmed = await confirm({
      title: 'Throw this upload away?',
      message: 'What has arrived of it is erased. The file on your device stays as it is.',
      confirmLabel: 'Throw it away',
      cancelLabel: 'Keep it',
      tone: 'danger',
    });
    if (!isConfirmed) return;
    await Promise.all(uploads.map(throwAwayUpload));
    await refresh();
  }

  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center justify-between gap-x-5 gap-y-2 notice bg-pine-wash px-4 py-3"
    >
      <p className="lining-nums wrap-anywhere">
        {what} not been kept yet.{' '}
        <span className="text-ink-soft">
          {describeArrived(
            sum(({ arrivedBytes }) => arrivedBytes),
            sum(({ sizeBytes }) => sizeBytes),
          )}
          , begun {formatSavedAt(startedAtMs, Date.now())}
        </span>
      </p>
      <div className="flex flex-wrap items-center gap-4">
        <Button variant="text" size="small" onPress={() => void remove()}>
          Throw away
        </Button>
        <Button size="small" onPress={() => navigate(goOnPath(type, batchId))}>
          Go on
        </Button>
      </div>
    </div>
  );
}
