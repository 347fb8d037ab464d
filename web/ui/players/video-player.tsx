import { useEffect, useRef, useState } from 'react';
import { clockFace } from '../../../shared/lengths.ts';
import { Button } from '../button.tsx';
import { joinClasses } from '../join-classes.ts';
import { pressText, videoLabels } from './play-labels.ts';
import { PlayTrouble } from './play-trouble.tsx';
import type { Playback, PlaybackState } from './playback.ts';
import { preloadOf } from './playback-fault.ts';
import { PlayIcon } from './player-controls.tsx';
import type { VideoPlayerProps } from './player-props.ts';
import { Sleeve } from './sleeve.tsx';
import { useFullScreen } from './use-full-screen.ts';
import { usePlayback } from './use-playback.ts';
import { VideoBar } from './video-bar.tsx';

/**
 * Plays a video with the browser's own element. Nothing ever lies on the picture; nothing of it is sent before the press, but
 * for its poster.
 */
export function VideoPlayer(props: VideoPlayerProps) {
  const { src, durationSeconds, label, placeName, downloadUrl, size, isUncovered = false } = props;
  const { playback, state } = usePlayback(durationSeconds, placeName);
  const frame = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const fullScreen = useFullScreen(frame, video);
  const [isOpen, setOpen] = useState(isUncovered);
  const media = { ref: video, src, preload: preloadOf(src) };
  const isShown = isOpen && !(isUncovered && state.fault === 'unplayable');

  useEffect(() => (video.current ? playback.attach(video.current) : undefined), [playback]);
  useEffect(() => {
    if (isOpen && !isUncovered) button.current?.focus({ preventScroll: true });
  }, [isOpen, isUncovered]);

  function begin() {
    setOpen(true);
    playback.toggle();
  }

  return (
    <fieldset aria-label={label} className="m-0 w-full min-w-0 border-0 p-0 print:hidden">
      {!isOpen && <Cover {...props} playback={playback} state={state} onBegin={begin} />}
      <div
        ref={frame}
        hidden={!isShown}
        data-full={fullScreen.isFull || undefined}
        data-quiet={(fullScreen.isQuiet && state.phase === 'playing') || undefined}
        className="group/frame data-full:grid data-full:size-full data-full:grid-rows-[minmax(0,1fr)_auto] data-full:bg-black data-quiet:cursor-none"
      >
        <video
          {...media}
          playsInline
          className={joinClasses(
            'block w-full bg-black group-data-full/frame:size-full group-data-full/frame:max-h-none group-data-full/frame:rounded-none',
            size === 'small' ? 'aspect-video' : 'max-h-[80dvh] min-h-40 rounded-choice',
            isUncovered && !fullScreen.isFull && 'max-h-[52dvh]!',
            props.isAcross &&
              !fullScreen.isFull &&
              'max-md:-mx-5 max-md:w-[calc(100%+2.5rem)] max-md:max-w-none max-md:rounded-none',
          )}
        />
        {isOpen && (
          <VideoBar
            {...props}
            size={isUncovered ? 'small' : size}
            playback={playback}
            state={state}
            video={video}
            button={button}
            isFull={fullScreen.isFull}
            onFullScreen={fullScreen.toggle}
          />
        )}
      </div>
      <PlayTrouble playback={playback} state={state} downloadUrl={downloadUrl} />
    </fieldset>
  );
}

interface CoverProps extends VideoPlayerProps {
  playback: Playback;
  state: PlaybackState;
  onBegin: () => void;
}

function Cover(props: CoverProps) {
  const { poster, sleeveName, isAcross, peaks, playback, state, onBegin } = props;
  if (props.size === 'small') return <SmallCover {...props} />;
  const begin = (
    <Button
      icon={<PlayIcon isPlaying={false} />}
      className="min-h-17! gap-4! px-9! text-[1.3125rem]! lining-nums"
      onPress={onBegin}
    >
      {pressText(state, playback.place(), videoLabels)}
    </Button>
  );
  const hasSound = peaks?.some((peak) => peak > 0);
  if (poster)
    return (
      <div className="grid gap-4 md:justify-items-start">
        <img src={poster} alt="" className="aspect-video w-full rounded-choice object-cover" />
        {begin}
      </div>
    );
  return (
    <>
      <Sleeve name={sleeveName} isAcross={isAcross}>
        {begin}
      </Sleeve>
      <p className="mt-3.5 text-small text-ink-soft">
        {hasSound && 'It has sound. '}
        The picture stays covered until you press Watch.
      </p>
    </>
  );
}

/** The picture, and beside it what plays it: two things, so that nothing lies on the picture. */
function SmallCover({ cover, playback, state, onBegin }: CoverProps) {
  const { lengthSeconds } = state;
  return (
    <div className="grid h-38 grid-cols-[minmax(0,1fr)_auto]">
      {cover}
      <button
        type="button"
        aria-label={pressText(state, playback.place(), videoLabels)}
        className="group/begin grid w-26 content-center justify-items-center gap-1.5 text-small font-medium lining-nums tabular-nums"
        onClick={onBegin}
      >
        <span className="grid size-12 place-items-center rounded-full bg-pine text-on-pine transition-colors group-hover/begin:bg-pine-deep">
          <PlayIcon isPlaying={false} />
        </span>
        {lengthSeconds === null ? videoLabels.begin : clockFace(Math.max(1, lengthSeconds))}
      </button>
    </div>
  );
}
