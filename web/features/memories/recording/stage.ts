import type { Problem } from './problems.ts';
import type { Ending } from './record.ts';

/** What came of it, to be looked at before it is used. */
export interface Take {
  file: File;
  /** Null for a photo. */
  seconds: number | null;
  /** Under which this browser keeps it; null for a photo. */
  recordingId: string | null;
  ending: Ending;
  release: () => void;
}

/** Where the person stands, from the invitation to the finished recording. */
export type Stage =
  | { at: 'intro' }
  /** The browser is asking for permission. */
  | { at: 'opening' }
  | { at: 'problem'; problem: Problem }
  | { at: 'ready' }
  | { at: 'countdown'; left: number }
  | { at: 'recording' }
  | { at: 'paused' }
  | { at: 'finishing' }
  | { at: 'review'; take: Take };

/** How it ends. */
export interface Outcome {
  /** `recordingId` is the one under which this browser keeps it until it is uploaded; null for a photo. */
  onUse: (file: File, recordingId: string | null) => void;
  onClose: () => void;
}

export const countdownSeconds = 3;

/** A recording this short may be recorded over without a question. */
const lightlyRecordedSeconds = 5;

/** Would recording again destroy something that somebody may miss? */
export function isWorthAsking({ seconds }: Pick<Take, 'seconds'>): boolean {
  return seconds !== null && seconds > lightlyRecordedSeconds;
}
