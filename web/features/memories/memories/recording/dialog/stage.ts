import type { FileMemoryType } from '../../../../../../shared/memories/memory-limits.ts';
import type { Ending } from '../capture/record.ts';

/** A finished recording or photo, before it is used. */
export interface Take {
  file: File;
  /** Null for a photo. */
  seconds: number | null;
  /** Its id in the recording store; null for a photo. */
  recordingId: string | null;
  ending: Ending;
  /** Whether it is kept in this browser until it is uploaded. */
  isStored: boolean;
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
  /** Interrupted by something else that uses the device, or by the person. */
  | { at: 'paused'; isInterrupted: boolean }
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

export type Problem = 'refused' | 'missing' | 'busy' | 'insecure' | 'unsupported' | 'empty' | 'failed';

/** `errorName` is the name of the DOMException. */
export function problemOf(errorName: string): Problem {
  if (errorName === 'NotAllowedError' || errorName === 'SecurityError') return 'refused';
  if (errorName === 'NotFoundError' || errorName === 'OverconstrainedError') return 'missing';
  if (errorName === 'NotReadableError' || errorName === 'AbortError') return 'busy';
  return 'failed';
}

const deviceNames: Readonly<Record<FileMemoryType, string>> = {
  photo: 'camera',
  video: 'camera and microphone',
  audio: 'microphone',
};

interface ProblemText {
  title: string;
  advice: string;
}

export function problemText(problem: Problem, kind: FileMemoryType): ProblemText {
  const device = deviceNames[kind];
  switch (problem) {
    case 'refused':
      return {
        title: `The ${device} may not be used here`,
        advice: `Your browser did not allow it. Press the icon to the left of the page’s address, allow the ${device}, and try again.`,
      };
    case 'missing':
      return {
        title: `No ${kind === 'video' ? 'camera or no microphone' : device} was found`,
        advice: 'Please plug it in or switch it on, and try again.',
      };
    case 'busy':
      return {
        title: `The ${device} cannot be used at the moment`,
        advice: 'Another program may be using it, such as a video call. Please close that one and try again.',
      };
    case 'insecure':
      return {
        title: `The ${device} may not be used here`,
        advice: 'Browsers allow it only where the page’s address begins with https.',
      };
    case 'unsupported':
      return {
        title: 'This browser cannot record',
        advice: 'A newer browser can. You can also record with another program and choose the file here.',
      };
    case 'empty':
      return {
        title: 'Nothing was recorded',
        advice: 'It was stopped before it had begun. Please try again.',
      };
    case 'failed':
      return { title: 'This could not be recorded', advice: 'Nothing of yours is lost. Please try again.' };
  }
}
