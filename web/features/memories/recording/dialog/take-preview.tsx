import type { FileMemoryType } from '../../../../../shared/memories/memory-limits.ts';
import { useFileUrl } from '../../../../lib/use-file-url.ts';
import { joinClasses } from '../../../../ui/join-classes.ts';
import { endingText, takeText } from './recorder-text.ts';
import type { Take } from './stage.ts';

/** Shows the recording before it is used. */
export function TakePreview({ take, kind }: { take: Take; kind: FileMemoryType }) {
  const url = useFileUrl(take.file);
  const ending = endingText(take.ending);
  return (
    <div className="grid gap-4">
      <div className={joinClasses('grid place-items-center', kind === 'audio' ? 'min-h-20' : 'min-h-40')}>
        {url && <Player url={url} kind={kind} />}
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

function Player({ url, kind }: { url: string; kind: FileMemoryType }) {
  if (kind === 'photo') {
    return <img src={url} alt="What you have taken" className="max-h-[52dvh] rounded-control" />;
  }
  const media = {
    ref: stopOnUnmount,
    src: url,
    controls: true,
    preload: 'metadata',
    'aria-label': 'What you have recorded',
  };
  if (kind === 'video') {
    return <video {...media} playsInline className="max-h-[52dvh] w-full rounded-control bg-black" />;
  }
  return <audio {...media} className="w-full [&::-webkit-media-controls-enclosure]:bg-paper" />;
}

/** A removed player would otherwise keep requesting an object URL that has been revoked. */
function stopOnUnmount(player: HTMLMediaElement | null) {
  return () => {
    player?.removeAttribute('src');
    player?.load();
  };
}
