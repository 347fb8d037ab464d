import type { ReceivedCover } from '../../../../../shared/delivery/received.ts';

/** The page that a link leads to, as it is now. */
export interface PageLink {
  token: string;
  cover: ReceivedCover;
  /** Shows it as the server answered it after something was done. */
  show: (cover: ReceivedCover) => void;
  /** Reads it again from the beginning. */
  look: () => void;
}
