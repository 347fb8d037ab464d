import { useState, useSyncExternalStore } from 'react';
import { Playback, type PlaybackState } from './playback.ts';

/** The playback of one sound or video for as long as the component is mounted. */
export function usePlayback(
  durationSeconds: number | null,
  placeName: string | undefined,
): { playback: Playback; state: PlaybackState } {
  const [playback] = useState(() => new Playback(durationSeconds, placeName));
  const state = useSyncExternalStore(playback.subscribe, playback.getState, playback.getState);
  return { playback, state };
}
