import { Camera, CircleAlert, Mic, Video } from 'lucide-react';
import { SoundMeter } from '../sound/sound-meter.tsx';
import { DeviceFields } from './device-fields.tsx';
import { CameraPreview, MicrophonePreview } from './live-preview.tsx';
import type { Problem } from './problems.ts';
import { problemText } from './problems.ts';
import { capacityText, introText } from './recorder-text.ts';
import { RecordingLine } from './recording-line.tsx';
import { TakePreview } from './take-preview.tsx';
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
      {isStorageFailing && (
        <p role="alert" className="font-medium text-rose">
          This browser has no room to keep a copy meanwhile. Please leave this page open until the recording
          is uploaded.
        </p>
      )}
    </div>
  );
}
