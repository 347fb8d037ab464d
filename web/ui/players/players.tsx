import { type ComponentType, lazy, Suspense, useState } from 'react';
import { preloadOf } from './playback-fault.ts';
import type { SoundPlayerProps, VideoPlayerProps } from './player-props.ts';

// The player's code is loaded when a page shows a sound or a video. If that fails, the browser's own controls play it.

const sound = loadedWhenShown(async () => (await import('./sound-player.tsx')).SoundPlayer, PlainSound);
const video = loadedWhenShown(async () => (await import('./video-player.tsx')).VideoPlayer, PlainVideo);

/** Loads the player's code, so that a player rendered later appears at once. */
export function preparePlayer(type: 'audio' | 'video'): Promise<unknown> {
  return (type === 'audio' ? sound : video).load();
}

function loadedWhenShown<Props>(fetchIt: () => Promise<ComponentType<Props>>, Plain: ComponentType<Props>) {
  let Loaded: ComponentType<Props> | undefined;
  async function load() {
    // A failure is not remembered: it may succeed once the player is shown.
    Loaded ??= await fetchIt().catch(() => undefined);
    return { default: Loaded ?? Plain };
  }
  const Later = lazy(load);
  // Once shown, it stays the same component, or it would start again.
  return { load, useComponent: () => useState(() => Loaded ?? Later)[0] };
}

export function SoundPlayer(props: SoundPlayerProps) {
  const Sound = sound.useComponent();
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
  const Video = video.useComponent();
  return (
    <Suspense fallback={<VideoPlace {...props} />}>
      <Video key={props.src} {...props} />
    </Suspense>
  );
}

/** As high as the cover that will take its place; below a poster is the button. */
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
