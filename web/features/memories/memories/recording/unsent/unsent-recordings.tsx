import { describeLength } from '../../../../../../shared/lengths.ts';
import { formatSavedAt } from '../../../../../lib/dates.ts';
import { Button } from '../../../../../ui/button.tsx';
import { useConfirm } from '../../../../../ui/question-provider.tsx';
import { toast } from '../../../../../ui/toast.ts';
import type { RecordedKind } from '../capture/formats.ts';
import { useDeleteRecording, useUnsentRecordings } from '../queries.ts';
import type { StoredRecording } from '../store/recording-store.ts';

interface UnsentRecordingsProps {
  ownerId: string;
  /** Shows only this kind; without it, all. */
  kind?: RecordedKind | undefined;
  /** Recordings that are offered elsewhere. */
  isHidden: (recordingId: string) => boolean;
  onUse: (recording: StoredRecording) => void;
}

/** Offers recordings that were not uploaded, because the page was closed or crashed. */
export function UnsentRecordings({ ownerId, kind, isHidden, onUse }: UnsentRecordingsProps) {
  const { recordings } = useUnsentRecordings(ownerId);
  return recordings
    .filter((recording) => (kind === undefined || recording.kind === kind) && !isHidden(recording.id))
    .map((recording) => <Notice key={recording.id} recording={recording} onUse={() => onUse(recording)} />);
}

interface NoticeProps {
  recording: StoredRecording;
  onUse: () => void;
}

function Notice({ recording, onUse }: NoticeProps) {
  const { id, kind, seconds, startedAtMs } = recording;
  const confirm = useConfirm();
  const deleteRecording = useDeleteRecording();
  const length = describeLength(seconds);

  async function remove(): Promise<void> {
    const isConfirmed = await confirm({
      title: 'Delete this recording?',
      message: `It is ${length} long and is kept nowhere but in this browser. This action cannot be undone.`,
      confirmLabel: 'Delete',
      cancelLabel: 'Keep it',
      tone: 'danger',
    });
    if (isConfirmed) await deleteRecording(id).catch(showDeletionFailure);
  }

  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center justify-between gap-x-5 gap-y-2 notice bg-pine-wash px-4 py-3"
    >
      <p className="lining-nums">
        You have a recording of {length} that was not uploaded.{' '}
        <span className="text-ink-soft">
          {kind === 'video' ? 'A video' : 'Sound'}, made {formatSavedAt(startedAtMs, Date.now())}
        </span>
      </p>
      <div className="flex flex-wrap items-center gap-4">
        <Button variant="text" size="small" className="text-ink-soft!" onPress={() => void remove()}>
          Delete it
        </Button>
        <Button variant="quiet" size="small" onPress={onUse}>
          Use it
        </Button>
      </div>
    </div>
  );
}

function showDeletionFailure(): void {
  toast({
    variant: 'destructive',
    title: 'It could not be deleted',
    description: 'Please try again.',
  });
}
