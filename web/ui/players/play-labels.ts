import { clockFace, spellLength } from '../../../shared/lengths.ts';
import type { PlaybackState } from './playback.ts';

/** The words of one kind of player. */
export interface PlayLabels {
  begin: string;
  goOn: string;
  again: string;
}

export const soundLabels: PlayLabels = { begin: 'Listen', goOn: 'Go on listening', again: 'Listen again' };
export const videoLabels: PlayLabels = { begin: 'Watch', goOn: 'Go on watching', again: 'Watch again' };

/** What pressing the button does: 'Listen, 12 seconds'. */
export function pressText(
  { phase, lengthSeconds }: Pick<PlaybackState, 'phase' | 'lengthSeconds'>,
  placeSeconds: number,
  words: PlayLabels,
): string {
  if (phase === 'playing') return 'Pause';
  if (phase === 'ended') return words.again;
  if (phase === 'paused') return words.goOn;
  if (placeSeconds >= 1) return `${words.goOn}, from ${clockFace(placeSeconds)}`;
  return lengthSeconds === null ? words.begin : `${words.begin}, ${spellLength(lengthSeconds)}`;
}

/** A position, for screen readers: '5 seconds of 12', '1 minute 5 seconds of 3 minutes'. */
export function placeText(placeSeconds: number, lengthSeconds: number): string {
  const place = placeSeconds < 1 ? '0 seconds' : spellLength(placeSeconds);
  const length = Math.floor(lengthSeconds);
  return `${place} of ${length < 60 ? length : spellLength(length)}`;
}
