/** How many bars the waveform has. */
const peakCount = 200;
const highest = 255;
/** A sound quieter than this is not scaled up as if it were loud: a microphone hears this much in a quiet room. 1 is the loudest. */
const quietest = 0.01;

/**
 * The heights, 0 to 255, of a sound's waveform, with the loudest part highest. `levels` are the loudness of
 * equally long pieces, from 0 to 1.
 */
export function peaksOf(levels: readonly number[]): number[] {
  const heights = Array.from({ length: peakCount }, (_, index) => loudnessOf(pieceOf(levels, index)));
  const loudest = Math.max(quietest, ...heights);
  return heights.map((height) => Math.round((highest * height) / loudest));
}

/** A short sound has fewer pieces than the waveform has bars: then one piece fills several. */
function pieceOf(levels: readonly number[], index: number): readonly number[] {
  const from = Math.floor((index * levels.length) / peakCount);
  const to = Math.floor(((index + 1) * levels.length) / peakCount);
  return levels.slice(from, Math.max(from + 1, to));
}

/** Root mean square. */
function loudnessOf(levels: readonly number[]): number {
  const power = levels.reduce((sum, level) => sum + level * level, 0);
  return Math.sqrt(power / Math.max(1, levels.length));
}
