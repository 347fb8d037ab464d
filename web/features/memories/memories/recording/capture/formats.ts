import { formatDate } from '../../../../../../shared/dates.ts';
import type { FileMemoryType } from '../../../../../../shared/memories/memory-limits.ts';

export type RecordedKind = Exclude<FileMemoryType, 'photo'>;

/**
 * In order of preference. WebM comes before MP4 because recorders deliver it second by second, whereas MP4
 * holds back the current group of frames, which a crash would lose. Audio follows the same order, although
 * AAC would play in more places without our rendition.
 */
const wantedFormats: Readonly<Record<RecordedKind, readonly string[]>> = {
  video: [
    'video/webm;codecs=vp9,opus',
    'video/webm;codecs=vp8,opus',
    'video/webm',
    'video/mp4;codecs=avc1.42E01E,mp4a.40.2',
    'video/mp4',
  ],
  audio: [
    'audio/webm;codecs=opus',
    'audio/webm',
    'audio/ogg;codecs=opus',
    'audio/mp4;codecs=mp4a.40.2',
    'audio/mp4',
  ],
};

/** The best format that the browser offers; null if it offers none. */
export function chooseFormat(kind: RecordedKind, isOffered: (mimeType: string) => boolean): string | null {
  return wantedFormats[kind].find(isOffered) ?? null;
}

/** With sound, ten minutes of video take about 45 MB. */
export const pictureBitsPerSecond = 500_000;

/** Audio without video may have a higher quality. */
export const soundBitsPerSecond: Readonly<Record<RecordedKind, number>> = { video: 96_000, audio: 128_000 };

/** 'Recording 21 November 2026.webm', with the date in `timeZone` and plain spaces. */
export function fileName(kind: FileMemoryType, madeAtMs: number, timeZone: string, ending: string): string {
  const word = kind === 'photo' ? 'Photo' : 'Recording';
  return `${word} ${formatDate(new Date(madeAtMs), timeZone).replaceAll('\u00a0', ' ')}.${ending}`;
}
