import { useEffect, useRef, useState } from 'react';
import { joinClasses } from '../join-classes.ts';
import { PlayTrouble } from './play-trouble.tsx';
import { preloadOf } from './playback-fault.ts';
import type { VideoPlayerProps } from './player-props.ts';
import { useFullScreen } from './use-full-screen.ts';
import { usePlayback } from './use-playback.ts';
import { VideoBar } from './video-bar.tsx';
import { Cover } from './video-cover.tsx';

/**
 * Plays a video with the browser's own element. Nothing ever covers the picture; except for its poster,
 * nothing is requested before the person presses play.
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
