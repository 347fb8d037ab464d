import type { Ending } from '../capture/record.ts';
import type { Problem } from './problems.ts';

/** A finished recording or photo, before it is used. */
export interface Take {
  file: File;
  /** Null for a photo. */
  seconds: number | null;
  /** Its id in the recording store; null for a photo. */
  recordingId: string | null;
  ending: Ending;
  release: () => void;
}

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

export interface OutcomeHandlers {
  /** `recordingId` is its id in the recording store; null for a photo. */
  onUse: (file: File, recordingId: string | null) => void;
  onClose: () => void;
}

export const countdownSeconds = 3;

/** A recording this short may be replaced without asking. */
const replaceableSeconds = 5;

/** Whether somebody may miss this recording after recording again. */
export function needsConfirmation({ seconds }: Pick<Take, 'seconds'>): boolean {
  return seconds !== null && seconds > replaceableSeconds;
}
