import type { FileMemoryType } from '../../../../shared/memories/memory-limits.ts';

/** What runs in time; a photo is taken at once. */
export type RecordedKind = Exclude<FileMemoryType, 'photo'>;

/**
 * What we ask browsers for, the best first. WebM comes before MP4 because it hands over each second what was
 * recorded in it, where MP4 keeps back what no picture has closed yet: after a crash that would be lost. Sound alone
 * goes the same way; where it is to play without our rendition, AAC would play in more places.
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

/** The first of the wanted formats that the browser offers; null when it offers none. */
export function chooseFormat(kind: RecordedKind, isOffered: (mimeType: string) => boolean): string | null {
  return wantedFormats[kind].find(isOffered) ?? null;
}

/** Bits a second of the picture. With its sound, ten minutes of film take some 45 MB. */
export const pictureBitsPerSecond = 500_000;

/** Bits a second of the sound; alone it may be better. */
export const soundBitsPerSecond: Readonly<Record<RecordedKind, number>> = { video: 96_000, audio: 128_000 };
