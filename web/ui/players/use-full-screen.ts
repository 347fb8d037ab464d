import { type RefObject, useEffect, useState } from 'react';

const idleMilliseconds = 3000;

/** In full screen, phones show only the video, with controls of their own. */
interface TelephoneVideo extends HTMLVideoElement {
  webkitEnterFullscreen: () => void;
}

/**
 * Fills the screen with `frame`. `isQuiet` becomes true once nobody has touched or moved anything for three
 * seconds, and false when somebody does.
 */
export function useFullScreen(
  frame: RefObject<HTMLElement | null>,
  video: RefObject<HTMLVideoElement | null>,
) {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const look = () => setFull(frame.current !== null && document.fullscreenElement === frame.current);
    document.addEventListener('fullscreenchange', look);
    return () => document.removeEventListener('fullscreenchange', look);
  }, [frame]);

  const toggle = () => {
    if (isFull) void document.exitFullscreen();
    // A browser may refuse; the page then stays as it is.
    else if (document.fullscreenEnabled) frame.current?.requestFullscreen().catch(() => undefined);
    else if (video.current && isTelephoneVideo(video.current)) video.current.webkitEnterFullscreen();
  };
  return { isFull, isQuiet: useQuiet(isFull), toggle };
}

export function canFillScreen(): boolean {
  return document.fullscreenEnabled || 'webkitEnterFullscreen' in HTMLVideoElement.prototype;
}

function isTelephoneVideo(video: HTMLVideoElement): video is TelephoneVideo {
  return 'webkitEnterFullscreen' in video;
}

const signs = ['pointermove', 'pointerdown', 'keydown'] as const;

function useQuiet(isWatched: boolean): boolean {
  const [isQuiet, setQuiet] = useState(false);
  useEffect(() => {
    if (!isWatched) return;
    let timer: number | undefined;
    const wake = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => setQuiet(true), idleMilliseconds);
      setQuiet(false);
    };
    wake();
    for (const sign of signs) window.addEventListener(sign, wake);
    return () => {
      window.clearTimeout(timer);
      for (const sign of signs) window.removeEventListener(sign, wake);
      setQuiet(false);
    };
  }, [isWatched]);
  return isQuiet;
}
