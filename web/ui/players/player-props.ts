import type { ReactNode } from 'react';

interface PlayerProps {
  src: string;
  /** The peaks of its sound, 0 to 255; without any, the line is plain. */
  peaks: readonly number[] | null;
  durationSeconds: number | null;
  /** What it is called, for screen readers. */
  label: string;
  /** The name under which this tab remembers the position; without one, it is not remembered. */
  placeName?: string | undefined;
  /** Offered where the browser cannot play it. */
  downloadUrl?: string | null | undefined;
  size?: 'large' | 'small' | undefined;
  /** Extends to both edges of the page: the thread of a sound and, on phones, a video. Only in a centred column. */
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
