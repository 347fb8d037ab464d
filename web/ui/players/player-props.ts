import type { ReactNode } from 'react';

interface PlayerProps {
  src: string;
  /** The heights, 0 to 255, of the line that draws its sound; a plain line where there are none. */
  peaks: readonly number[] | null;
  durationSeconds: number | null;
  /** What it is called, for screen readers. */
  label: string;
  /** Under this name the place where somebody stopped is kept, in this tab; without it none is. */
  placeName?: string | undefined;
  /** Offered where the browser cannot play it. */
  downloadUrl?: string | null | undefined;
  size?: 'large' | 'small' | undefined;
  /** Goes on to both edges of the page: the thread of a sound, and on a phone a video. Only in a column in the middle of it. */
  isAcross?: boolean | undefined;
}

export type SoundPlayerProps = PlayerProps;

export interface VideoPlayerProps extends PlayerProps {
  /** Shown before it plays. Without one it lies in a sleeve, and nothing of it is loaded. */
  poster?: string | null | undefined;
  /** Whose name stands on the sleeve. */
  sleeveName?: string | undefined;
  /** Somebody has just made or chosen it: its picture shows from the start. */
  isUncovered?: boolean | undefined;
  /** A small one shows this before it plays, with its button beside it. */
  cover?: ReactNode;
}
