import type { ReactNode } from 'react';

interface PlayerProps {
  src: string;
  /** The peaks of its sound, 0 to 255; without them, the line is plain. */
  peaks: readonly number[] | null;
  durationSeconds: number | null;
  /** Its name, for screen readers. */
  label: string;
  /** The name under which this tab remembers the position; without one, it is not remembered. */
  placeName?: string | undefined;
  /** Offered if the browser cannot play it. */
  downloadUrl?: string | null | undefined;
  size?: 'large' | 'small' | undefined;
  /** Extends to both edges of the page: the thread of a sound and, on phones, a video. Only in a centred column. */
  isAcross?: boolean | undefined;
}

export type SoundPlayerProps = PlayerProps;

export interface VideoPlayerProps extends PlayerProps {
  /** Shown before it plays. Without one, the video is in a sleeve and nothing is loaded. */
  poster?: string | null | undefined;
  /** The name on the sleeve. */
  sleeveName?: string | undefined;
  /** True if somebody has just made or chosen it: its picture is shown from the start. */
  isUncovered?: boolean | undefined;
  /** A small player shows this before it plays, with the button beside it. */
  cover?: ReactNode;
}
