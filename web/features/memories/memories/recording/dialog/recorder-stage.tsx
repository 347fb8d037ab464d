import { Camera, CircleAlert, Mic, Video } from 'lucide-react';
import type { FileMemoryType } from '../../../../../../shared/memories/memory-limits.ts';
import { useFilePeaks } from '../../../../../lib/file-peaks.ts';
import { useFileUrl } from '../../../../../lib/use-file-url.ts';
import { joinClasses } from '../../../../../ui/join-classes.ts';
import { SoundPlayer, VideoPlayer } from '../../../../../ui/players/players.tsx';
import { SoundMeter } from '../sound/sound-meter.tsx';
import { DeviceFields } from './device-fields.tsx';
import { CameraPreview, MicrophonePreview } from './live-preview.tsx';
import { capacityText, endingText, interruptedText, introText, keptText, takeText } from './recorder-text.ts';
import { RecordingLine } from './recording-line.tsx';
import { type Problem, problemText, type Take } from './stage.ts';
import type { Recorder } from './use-recorder.ts';

export function RecorderStage({ recorder }: { recorder: Recorder }) {
  const { stage } = recorder;
  switch (stage.at) {
    case 'intro':
      return <Intro recorder={recorder} />;
    case 'opening':
      return (
        <p className="py-10 text-center text-lead" aria-hidden="true">
          Waiting for your permission. Please choose Allow when your browser asks.
        </p>
      );
    case 'problem':
      return <ProblemNotice recorder={recorder} problem={stage.problem} />;
    case 'review':
      return <TakePreview take={stage.take} kind={recorder.kind} />;
    default:
      return <Live recorder={recorder} />;
  }
}

const icons = { photo: Camera, video: Video, audio: Mic };

function Intro({ recorder: { kind } }: { recorder: Recorder }) {
  const Icon = icons[kind];
  const capacity = capacityText(kind);
  return (
    <div className="grid justify-items-center gap-4 py-4 text-center md:py-8">
      <Icon aria-hidden="true" className="size-12 text-gold" strokeWidth={1} />
      <p className="max-w-[46ch] text-lead">{introText(kind)}</p>
      {capacity && <p className="max-w-[46ch] text-ink-soft">{capacity}</p>}
    </div>
  );
}

function ProblemNotice({ recorder: { kind }, problem }: { recorder: Recorder; problem: Problem }) {
  const { title, advice } = problemText(problem, kind);
  return (
    <div role="alert" className="grid justify-items-center gap-3 py-6 text-center md:py-10">
      <CircleAlert aria-hidden="true" className="size-10 text-rose" strokeWidth={1.25} />
      <p className="font-serif text-title">{title}</p>
      <p className="max-w-[46ch]">{advice}</p>
      <p className="max-w-[46ch] text-ink-soft">You can also choose a file that you have.</p>
    </div>
  );
}

function Live({ recorder }: { recorder: Recorder }) {
  const { kind, stage, stream, isStorageFailing } = recorder;
  return (
    <div className="grid gap-4">
      {kind === 'audio' ? <MicrophonePreview recorder={recorder} /> : <CameraPreview recorder={recorder} />}
      {kind === 'video' && <SoundMeter stream={stream} look="bar" />}
      {kind !== 'photo' && <RecordingLine recorder={recorder} />}
      <div className={stage.at === 'ready' ? undefined : 'invisible'}>
        <DeviceFields recorder={recorder} />
      </div>
      {stage.at === 'paused' && stage.isInterrupted && <p aria-hidden="true">{interruptedText}</p>}
      {isStorageFailing && (
        <p role="alert" className="font-medium text-rose">
          This browser has no room to keep a copy meanwhile. Please leave this page open until the recording
          is uploaded.
        </p>
      )}
    </div>
  );
}

interface TakePreviewProps {
  take: Take;
  kind: FileMemoryType;
}

/** Shows the recording before it is used. */
function TakePreview({ take, kind }: TakePreviewProps) {
  const url = useFileUrl(take.file);
  const ending = endingText(take.ending);
  return (
    <div className="grid gap-4">
      <div className={joinClasses('grid place-items-center', kind === 'audio' ? 'min-h-30' : 'min-h-40')}>
        {url && <Player take={take} kind={kind} url={url} />}
      </div>
      <p className="text-lead lining-nums">{takeText(take)}</p>
      {ending && <p role="status">{ending}</p>}
      <p className="text-small text-ink-soft">{keptText(take)}</p>
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
