import { describeLength } from '../../../../../../shared/lengths.ts';
import type { FileMemoryType } from '../../../../../../shared/memories/memory-limits.ts';
import type { Ending } from '../capture/record.ts';
import { remainingSeconds } from '../capture/recording-time.ts';
import type { Stage, Take } from './stage.ts';

interface Labels {
  /** The label of the button that opens the dialog, and the dialog's title. */
  record: string;
  turnOn: string;
  start: string;
  again: string;
  use: string;
  what: string;
}

export const recorderLabels: Readonly<Record<FileMemoryType, Labels>> = {
  photo: {
    record: 'Take a photo',
    turnOn: 'Turn on the camera',
    start: 'Take the photo',
    again: 'Take another',
    use: 'Use this photo',
    what: 'photo',
  },
  video: {
    record: 'Record a video',
    turnOn: 'Turn on the camera',
    start: 'Start recording',
    again: 'Record again',
    use: 'Use this recording',
    what: 'video',
  },
  audio: {
    record: 'Record your voice',
    turnOn: 'Turn on the microphone',
    start: 'Start recording',
    again: 'Record again',
    use: 'Use this recording',
    what: 'recording',
  },
};

const deviceNames: Readonly<Record<FileMemoryType, string>> = {
  photo: 'your camera',
  video: 'your camera and your microphone',
  audio: 'your microphone',
};

export function introText(kind: FileMemoryType): string {
  return `Your browser will ask whether this page may use ${deviceNames[kind]}. Please choose Allow. You can try it before anything is recorded, and nothing leaves this device until you upload it.`;
}

/** How long a recording may be; null for photos. */
export function capacityText(kind: FileMemoryType): string | null {
  if (kind === 'photo') return null;
  const minutes = Math.floor(remainingSeconds(kind, { seconds: 0, sizeBytes: 0 }) / 60);
  return `There is room for at least ${minutes} minutes. You can pause, and record again as often as you like.`;
}

/** Why it ended on its own; null if somebody stopped it. */
export function endingText(ending: Ending): string | null {
  if (ending === 'full') {
    return 'It has reached the largest size we can keep, so the recording stopped here. Everything up to then is in it.';
  }
  if (ending === 'lost') {
    return 'The camera or microphone was disconnected, so the recording stopped here. Everything up to then is in it.';
  }
  if (ending === 'broken') {
    return 'Your browser could not go on recording, so it stopped here. Everything up to then is in it.';
  }
  return null;
}

/** Where it is until it is uploaded: if it is only on the page, it is lost with the page. */
export function keptText({ recordingId, isStored }: Pick<Take, 'recordingId' | 'isStored'>): string {
  if (isStored) return 'It stays in this browser until it is uploaded or you delete it.';
  const what = recordingId === null ? 'It' : 'This browser had no room to keep all of it. It';
  return `${what} is only on this page until it is uploaded: please do not close the page before.`;
}

/** Why it has paused on its own. */
export const interruptedText =
  'Something else is using the camera or microphone, perhaps a call. What you have recorded is kept; continue when it is over.';

/** What screen readers announce when a stage begins. */
export function announce(stage: Stage, kind: FileMemoryType): string {
  switch (stage.at) {
    case 'opening':
      return 'Waiting for your permission';
    case 'ready':
      return `Ready. ${recorderLabels[kind].start} when you are.`;
    case 'countdown':
      return String(stage.left);
    case 'recording':
      return 'Recording';
    case 'paused':
      return stage.isInterrupted ? `Paused. ${interruptedText}` : 'Paused';
    case 'finishing':
      return 'One moment';
    case 'review':
      return takeText(stage.take);
    default:
      return '';
  }
}

/** 'Recorded, 2 min 14 s' */
export function takeText({ seconds }: Pick<Take, 'seconds'>): string {
  return seconds === null ? 'This is your photo' : `Recorded, ${describeLength(seconds)}`;
}
