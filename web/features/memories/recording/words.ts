import type { FileMemoryType } from '../../../../shared/memories/memory-limits.ts';
import { describeLength } from '../../../lib/lengths.ts';
import type { Ending } from './record.ts';
import { remainingSeconds } from './remaining.ts';
import type { Stage, Take } from './stage.ts';

interface Words {
  /** The way in, beside choosing a file, and the name of the dialog. */
  record: string;
  turnOn: string;
  start: string;
  again: string;
  use: string;
  what: string;
}

/** What the buttons say, for each kind. */
export const words: Readonly<Record<FileMemoryType, Words>> = {
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

const asked: Readonly<Record<FileMemoryType, string>> = {
  photo: 'your camera',
  video: 'your camera and your microphone',
  audio: 'your microphone',
};

/** What happens next, before anything has. */
export function describeBeginning(kind: FileMemoryType): string {
  return `Your browser will ask whether this page may use ${asked[kind]}. Please choose Allow. You see how it is before it begins, and nothing leaves this device until you upload it.`;
}

/** How much there is room for; null where that is no question. */
export function describeRoom(kind: FileMemoryType): string | null {
  if (kind === 'photo') return null;
  const minutes = Math.floor(remainingSeconds(kind, { seconds: 0, sizeBytes: 0 }) / 60);
  return `There is room for at least ${minutes} minutes. You can pause, and record again as often as you like.`;
}

/** Why it ended by itself; null where it was stopped. */
export function describeEnding(ending: Ending): string | null {
  if (ending === 'full') {
    return 'It has reached the size that can be kept, so it was stopped here. Everything up to now is in it.';
  }
  if (ending === 'lost') {
    return 'The camera or microphone went away, so it was stopped here. Everything up to then is in it.';
  }
  return null;
}

/** What a screen reader says when a stage begins. */
export function announce(stage: Stage, kind: FileMemoryType): string {
  switch (stage.at) {
    case 'opening':
      return 'Waiting for your permission';
    case 'ready':
      return `Ready. ${words[kind].start} when you are.`;
    case 'countdown':
      return String(stage.left);
    case 'recording':
      return 'Recording';
    case 'paused':
      return 'Paused';
    case 'finishing':
      return 'One moment';
    case 'review':
      return describeTake(stage.take);
    default:
      return '';
  }
}

/** 'Recorded, 2 min 14 s' */
export function describeTake({ seconds }: Pick<Take, 'seconds'>): string {
  return seconds === null ? 'This is your photo' : `Recorded, ${describeLength(seconds)}`;
}
