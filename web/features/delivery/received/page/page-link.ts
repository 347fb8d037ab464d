import type { ReceivedCover } from '../../../../../shared/delivery/received.ts';

/** The page behind a link, in its present state. */
export interface PageLink {
  token: string;
  cover: ReceivedCover;
  /** Shows the page that the server returned after an act. */
  show: (cover: ReceivedCover) => void;
  /** Loads it again from the beginning. */
  look: () => void;
}
