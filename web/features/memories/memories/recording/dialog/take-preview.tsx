import type { FileMemoryType } from '../../../../../../shared/memories/memory-limits.ts';
import { useFilePeaks } from '../../../../../lib/file-peaks.ts';
import { useFileUrl } from '../../../../../lib/use-file-url.ts';
import { joinClasses } from '../../../../../ui/join-classes.ts';
import { SoundPlayer, VideoPlayer } from '../../../../../ui/players/players.tsx';
import { endingText, takeText } from './recorder-text.ts';
import type { Take } from './stage.ts';

interface TakePreviewProps {
  take: Take;
  kind: FileMemoryType;
}

/** Shows the recording before it is used. */
export function TakePreview({ take, kind }: TakePreviewProps) {
  const url = useFileUrl(take.file);
  const ending = endingText(take.ending);
  return (
    <div className="grid gap-4">
      <div className={joinClasses('grid place-items-center', kind === 'audio' ? 'min-h-30' : 'min-h-40')}>
        {url && <Player take={take} kind={kind} url={url} />}
      </div>
      <p className="text-lead lining-nums">{takeText(take)}</p>
      {ending && <p role="status">{ending}</p>}
      {take.recordingId !== null && (
        <p className="text-small text-ink-soft">
          It stays in this browser until it is uploaded or you delete it.
        </p>
      )}
    </div>
  );
}

function Player({ take, kind, url }: TakePreviewProps & { url: string }) {
  const peaks = useFilePeaks(kind === 'photo' ? null : take.file);
  if (kind === 'photo') {
    return <img src={url} alt="What you have taken" className="max-h-[52dvh] rounded-control" />;
  }
  const recording = { src: url, peaks, durationSeconds: take.seconds, label: 'what you have recorded' };
  return kind === 'video' ? (
    <VideoPlayer {...recording} isUncovered />
  ) : (
    <SoundPlayer {...recording} size="small" />
  );
}
