import { useEffect } from 'react';
import { joinClasses } from '../../../../../ui/join-classes.ts';
import { isShownMirrored } from '../devices/devices.ts';
import { SoundMeter } from '../sound/sound-meter.tsx';
import type { Recorder } from './use-recorder.ts';

/** The camera's picture, mirrored for a front camera. */
export function CameraPreview({ recorder }: { recorder: Recorder }) {
  const { stream, preview, stage } = recorder;
  const [camera] = stream?.getVideoTracks() ?? [];
  const isMirrored = camera !== undefined && isShownMirrored(camera.getSettings(), camera.label);
  // Space is reserved: a picture that takes it only when it appears would move the button under a finger.
  const { width = 4, height = 3 } = camera?.getSettings() ?? {};

  useEffect(() => {
    if (preview.current) preview.current.srcObject = stream;
  }, [preview, stream]);

  return (
    <div
      className={joinClasses(
        'relative mx-auto overflow-hidden rounded-control bg-black',
        stage.at === 'recording' && 'outline-3 -outline-offset-3 outline-rose',
      )}
      style={{ width: `min(100%, 46dvh * ${width / height})` }}
    >
      <video
        ref={preview}
        autoPlay
        muted
        playsInline
        aria-label="What the camera sees"
        className={joinClasses('max-h-[46dvh] min-h-40 w-full', isMirrored && '-scale-x-100')}
        style={{ aspectRatio: `auto ${width} / ${height}` }}
      />
      {stage.at === 'countdown' && <Countdown left={stage.left} />}
    </div>
  );
}

export function MicrophonePreview({ recorder: { stream, stage } }: { recorder: Recorder }) {
  return (
    <div
      className={joinClasses(
        'relative grid min-h-50 content-center overflow-hidden rounded-control bg-gold-wash/60 px-5 py-6',
        stage.at === 'recording' && 'outline-3 -outline-offset-3 outline-rose',
      )}
    >
      <SoundMeter stream={stream} look="thread" />
      {stage.at === 'countdown' && <Countdown left={stage.left} />}
    </div>
  );
}

function Countdown({ left }: { left: number }) {
  return (
    <p
      key={left}
      aria-hidden="true"
      className="absolute inset-0 grid animate-appear place-items-center bg-black/55 font-serif text-[7rem] leading-none text-on-black lining-nums"
    >
      {left}
    </p>
  );
}
