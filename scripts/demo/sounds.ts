/** The family's recordings, all of them synthesised: a music box, somebody whistling, rain on a porch roof. */

import { encode } from './ffmpeg.ts';
import { createRandom } from './randomness.ts';
import { echo, hertzOf, hum, lay, pluck, sampleRate, silence, wavOf, whistled } from './tones.ts';

/** Bars of three beats: the tune, and one bass note under it. A dot holds the previous note. */
const lullaby = [
  ['F3', 'A4 C5 F5'],
  ['C3', 'E5 . D5'],
  ['D3', 'C5 D5 A4'],
  ['A3', 'C5 . .'],
  ['Bb3', 'Bb4 D5 G5'],
  ['F3', 'F5 E5 D5'],
  ['C3', 'C5 G4 Bb4'],
  ['F3', 'A4 . .'],
  ['Bb3', 'D5 F5 A5'],
  ['F3', 'A5 G5 F5'],
  ['C3', 'E5 D5 G4'],
  ['F3', 'F5 . .'],
] as const;

/** A music box that runs down: each beat comes a little later than the one before. MP3. */
export async function musicBox(): Promise<Buffer> {
  const track = silence(24);
  let at = 0.4;
  let beatSeconds = 0.46;
  for (const [bass, tune] of lullaby) {
    lay(track, at, 4, pluck(hertzOf(bass), 0.5));
    for (const note of tune.split(' ')) {
      if (note !== '.') lay(track, at, 4, pluck(hertzOf(note), 0.8));
      at += beatSeconds;
      beatSeconds *= 1.012;
    }
  }
  echo(track, 0.073, 0.18);
  return await encode(wavOf(track), 'mp3', ['-c:a', 'libmp3lame', '-b:a', '96k']);
}

/** Note and length in beats. */
const walkingTune = [
  ['D5', 1],
  ['F5', 1],
  ['G5', 2],
  ['A5', 1],
  ['G5', 1],
  ['F5', 2],
  ['D5', 1],
  ['C5', 1],
  ['D5', 3],
  ['A4', 1],
  ['D5', 1],
  ['F5', 1],
  ['G5', 2],
  ['C6', 1],
  ['A5', 1],
  ['G5', 2],
  ['F5', 1],
  ['G5', 1],
  ['D5', 4],
] as const;

/** Somebody who whistles on the way home. WAV. */
export function whistling(): Buffer {
  const beatSeconds = 0.36;
  const track = silence(12);
  let at = 0.3;
  let before = hertzOf('D5');
  for (const [note, beats] of walkingTune) {
    const hertz = hertzOf(note);
    lay(track, at, beats * beatSeconds, whistled(before, hertz, beats * beatSeconds * 0.96, 0.7));
    at += beats * beatSeconds;
    before = hertz;
  }
  echo(track, 0.21, 0.22);
  return wavOf(track);
}

/** A summer shower: a steady hiss, and single drops on tin. OGG. */
export async function rainOnTheRoof(): Promise<Buffer> {
  const seconds = 18;
  const track = silence(seconds);
  const random = createRandom(4);
  let low = 0;
  for (let n = 0; n < track.length; n++) {
    low += 0.09 * (random() * 2 - 1 - low);
    const gust = 0.75 + 0.25 * Math.sin((2 * Math.PI * n) / sampleRate / 7);
    track[n] = 0.55 * low * gust;
  }
  for (let drop = 0; drop < 260; drop++) {
    const hertz = 900 + random() * 2_600;
    const loudness = 0.04 + 0.16 * random() ** 3;
    lay(
      track,
      random() * seconds,
      0.08,
      (at) => loudness * Math.sin(2 * Math.PI * hertz * at) * Math.exp(-70 * at),
    );
  }
  return await encode(wavOf(track), 'ogg', ['-c:a', 'libvorbis', '-q:a', '3']);
}

/** Chords that swell and fade, for ffmpeg to mix under a video. WAV. */
export function tide(seconds: number): Buffer {
  const track = silence(seconds);
  const chords = [
    ['D3', 'A3', 'F4'],
    ['Bb2', 'F3', 'D4'],
    ['F3', 'C4', 'A4'],
    ['C3', 'G3', 'E4'],
  ];
  const apart = seconds / chords.length;
  chords.forEach((chord, place) => {
    for (const note of chord) lay(track, place * apart, apart * 1.5, hum(hertzOf(note), apart * 1.5, 0.3));
  });
  return wavOf(track);
}
