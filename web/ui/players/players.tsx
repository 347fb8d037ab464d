import { lazy, Suspense } from 'react';
import { preloadOf } from './playback-fault.ts';
import type { SoundPlayerProps, VideoPlayerProps } from './player-props.ts';

// What plays is loaded when a page shows a sound or a video. Where that does not succeed, the browser's own controls play it.

const Sound = lazy(async () => {
  const load = async () => (await import('./sound-player.tsx')).SoundPlayer;
  return { default: await load().catch(() => PlainSound) };
});

const Video = lazy(async () => {
  const load = async () => (await import('./video-player.tsx')).VideoPlayer;
  return { default: await load().catch(() => PlainVideo) };
});

export function SoundPlayer(props: SoundPlayerProps) {
  return (
    <Suspense
      fallback={
        <div className={props.size === 'small' ? 'h-30 print:hidden' : 'h-54 md:h-61.5 print:hidden'} />
      }
    >
      <Sound key={props.src} {...props} />
    </Suspense>
  );
}

export function VideoPlayer(props: VideoPlayerProps) {
  return (
    <Suspense fallback={<VideoPlace {...props} />}>
      <Video key={props.src} {...props} />
    </Suspense>
  );
}

/** As high as the cover that takes its place: under a poster stands the button. */
export function VideoPlace({ size, poster }: Pick<VideoPlayerProps, 'size' | 'poster'>) {
  if (size === 'small') return <div className="h-38 print:hidden" />;
  return (
    <div className={poster ? 'pb-21 print:hidden' : 'print:hidden'}>
      <div className="aspect-video w-full" />
    </div>
  );
}

function PlainSound({ src, label }: SoundPlayerProps) {
  const media = { src, 'aria-label': label, controls: true, preload: preloadOf(src) };
  return <audio {...media} className="w-full print:hidden" />;
}

function PlainVideo({ src, label }: VideoPlayerProps) {
  const media = { src, 'aria-label': label, controls: true, preload: preloadOf(src) };
  return <video {...media} playsInline className="max-h-[80dvh] w-full bg-black print:hidden" />;
}
