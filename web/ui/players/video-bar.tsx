import { Maximize, Minimize, Volume2, VolumeX } from 'lucide-react';
import { type ReactNode, type Ref, type RefObject, useState } from 'react';
import { joinClasses } from '../join-classes.ts';
import { pressText, videoLabels } from './play-labels.ts';
import type { Playback, PlaybackState } from './playback.ts';
import { PlaceTime, PlayIcon, SpeedChoice } from './player-controls.tsx';
import { Timeline } from './timeline.tsx';
import { canFillScreen } from './use-full-screen.ts';

interface VideoBarProps {
  playback: Playback;
  state: PlaybackState;
  peaks: readonly number[] | null;
  label: string;
  video: RefObject<HTMLVideoElement | null>;
  /** The ref of the button that plays and pauses. */
  button: Ref<HTMLButtonElement>;
  isFull: boolean;
  onFullScreen: () => void;
  size?: 'large' | 'small' | undefined;
}

/** The controls below the picture. In full screen they fade but keep their place, so that the picture never jumps. */
export function VideoBar(props: VideoBarProps) {
  const { playback, state, peaks, label, video, button, isFull, onFullScreen, size } = props;
  const isSmall = size === 'small' && !isFull;
  const [isMuted, setMuted] = useState(false);

  function toggleSound() {
    setMuted(!isMuted);
    if (video.current) video.current.muted = !isMuted;
  }

  return (
    <div
      className={joinClasses(
        'flex flex-wrap items-center gap-x-1 gap-y-1 transition-opacity group-data-full/frame:bg-paper group-data-full/frame:px-6 group-data-full/frame:py-3 group-data-quiet/frame:opacity-0',
        isSmall ? 'px-3 pt-1 pb-2' : 'pt-4 md:flex-nowrap md:gap-x-2',
      )}
    >
      <BarButton
        ref={button}
        label={pressText(state, playback.place(), videoLabels)}
        isMain
        onPress={playback.toggle}
      >
        <PlayIcon isPlaying={state.phase === 'playing'} />
      </BarButton>
      <div className={joinClasses('mx-1.5 flex-none', isSmall ? 'mr-auto' : 'max-md:mr-auto max-md:ml-1')}>
        <PlaceTime playback={playback} lengthSeconds={state.lengthSeconds} />
      </div>
      <Timeline
        playback={playback}
        state={state}
        peaks={peaks}
        label={`Place in ${label}`}
        isNarrow={isSmall}
        className={joinClasses(
          'h-11 min-w-0 flex-1',
          isSmall ? 'order-first mx-2 basis-full' : 'mx-4 max-md:order-first max-md:mx-1 max-md:basis-full',
        )}
      />
      {!isSmall && <SpeedChoice playback={playback} speed={state.speed} />}
      <BarButton label={isMuted ? 'Turn the sound on' : 'Turn the sound off'} onPress={toggleSound}>
        {isMuted ? (
          <VolumeX aria-hidden="true" strokeWidth={1.5} />
        ) : (
          <Volume2 aria-hidden="true" strokeWidth={1.5} />
        )}
      </BarButton>
      {canFillScreen() && (
        <BarButton label={isFull ? 'Leave the full screen' : 'Fill the screen'} onPress={onFullScreen}>
          {isFull ? (
            <Minimize aria-hidden="true" strokeWidth={1.5} />
          ) : (
            <Maximize aria-hidden="true" strokeWidth={1.5} />
          )}
        </BarButton>
      )}
    </div>
  );
}

interface BarButtonProps {
  label: string;
  isMain?: boolean | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
  onPress: () => void;
  children: ReactNode;
}

function BarButton({ label, isMain, ref, onPress, children }: BarButtonProps) {
  const look = isMain
    ? 'size-12 bg-pine text-on-pine hover:bg-pine-deep'
    : 'size-11 text-ink hover:bg-pine-wash md:size-12';
  return (
    <button
      ref={ref}
      type="button"
      aria-label={label}
      title={label}
      className={`grid flex-none place-items-center rounded-full transition-colors ${look}`}
      onClick={onPress}
    >
      {children}
    </button>
  );
}
