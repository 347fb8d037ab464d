/** Synthesised sound: samples between -1 and 1, all at the same rate. */
import { createRandom } from './randomness.ts';

export const sampleRate = 32_000;

/** Hertz of a note such as `A4`, `Bb3` or `F#5`. */
export function hertzOf(note: string): number {
  const [, letter = 'A', accidental = '', octave = '4'] = /^([A-G])([#b]?)(\d)$/.exec(note) ?? [];
  const fromC = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 }[letter] ?? 0;
  const semitones =
    fromC + { '#': 1, b: -1, '': 0 }[accidental as '#' | 'b' | ''] + (Number(octave) - 4) * 12 - 9;
  return 440 * 2 ** (semitones / 12);
}

export function silence(seconds: number): Float32Array {
  return new Float32Array(Math.round(seconds * sampleRate));
}

/** Adds `voice(secondsSinceStart)` to `track` from second `start` on, for `seconds`. */
export function lay(
  track: Float32Array,
  start: number,
  seconds: number,
  voice: (at: number) => number,
): void {
  const first = Math.round(start * sampleRate);
  const last = Math.min(track.length, first + Math.round(seconds * sampleRate));
  for (let n = first; n < last; n++) track[n] = (track[n] ?? 0) + voice((n - first) / sampleRate);
}

/** A plucked steel tooth: a bright attack that decays, overtones faster than the fundamental. */
export function pluck(hertz: number, loudness: number): (at: number) => number {
  const turn = 2 * Math.PI * hertz;
  return (at) =>
    loudness *
    (Math.sin(turn * at) * Math.exp(-2.6 * at) +
      0.35 * Math.sin(turn * 2.76 * at) * Math.exp(-9 * at) +
      0.2 * Math.sin(turn * 5.4 * at) * Math.exp(-22 * at));
}

/** Somebody whistling: nearly a pure tone, slightly unsteady, breathy, gliding in from the previous note. */
export function whistled(
  from: number,
  to: number,
  seconds: number,
  loudness: number,
): (at: number) => number {
  const breath = createRandom(Math.round(to));
  let turned = 0;
  return (at) => {
    const glide = Math.min(1, at / 0.09);
    const vibrato = at > 0.25 ? 0.008 * Math.sin(2 * Math.PI * 5.4 * at) : 0;
    turned += (2 * Math.PI * (from + (to - from) * glide) * (1 + vibrato)) / sampleRate;
    const swell = Math.min(1, at / 0.06) * Math.min(1, (seconds - at) / 0.12);
    return (
      loudness *
      Math.max(0, swell) *
      (Math.sin(turned) + 0.05 * Math.sin(2 * turned) + 0.05 * (breath() - 0.5))
    );
  };
}

/** A soft chord that swells and fades like a tide, `seconds` long. */
export function hum(hertz: number, seconds: number, loudness: number): (at: number) => number {
  const turn = 2 * Math.PI * hertz;
  return (at) => {
    const swell = Math.sin((Math.PI * at) / seconds) ** 2;
    return (
      loudness *
      swell *
      (Math.sin(turn * at) + 0.5 * Math.sin(turn * 1.003 * at) + 0.2 * Math.sin(turn * 2 * at))
    );
  };
}

/** Echoes of the sound, each weaker, as from the walls of a room. */
export function echo(track: Float32Array, delaySeconds: number, share: number): void {
  const delay = Math.round(delaySeconds * sampleRate);
  for (let n = delay; n < track.length; n++) track[n] = (track[n] ?? 0) + share * (track[n - delay] ?? 0);
}

/** The track as a WAV file: 16 bit, mono, normalised to full scale. */
export function wavOf(track: Float32Array): Buffer {
  const loudest = track.reduce((most, sample) => Math.max(most, Math.abs(sample)), 1e-6);
  const file = Buffer.alloc(44 + track.length * 2);
  file.write('RIFF', 0);
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(sampleRate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(track.length * 2, 40);
  for (const [n, sample] of track.entries()) {
    file.writeInt16LE(Math.round((sample / loudest) * 0.8 * 32_767), 44 + n * 2);
  }
  return file;
}
