/** In units of the drawing, which is stretched to fit. */
export const soundWidth = 680;
export const soundHeight = 160;

const middle = soundHeight / 2;
const tallest = 74;
const highestPeak = 255;
/** Keeps sounds that are half as loud clearly visible. */
const gentleness = 0.75;
/** The number of half swings of the line; a narrow line has room for fewer. */
const swingsWide = 132;
const swingsNarrow = 66;

/** The thread of a sound whose peaks are unknown. */
const plainPath = `M0 ${middle} C 120 60, 220 96, 340 ${middle} S 560 62, ${soundWidth} ${middle}`;

/** The thread as a sound: it swings as far as the sound is loud, and rests at both ends. `peaks` are 0 to 255. */
export function soundPath(peaks: readonly number[] | null, isNarrow = false): string {
  if (!peaks || peaks.length === 0) return plainPath;
  const swings = isNarrow ? swingsNarrow : swingsWide;
  const step = soundWidth / (swings + 1);
  const heights = Array.from({ length: swings }, (_, index) => {
    const swing =
      tallest * (loudnessAt(peaks, index / swings, (index + 1) / swings) / highestPeak) ** gentleness;
    return middle + (index % 2 === 0 ? -swing : swing);
  });
  const curves = [...heights, middle].map((height, index) => {
    const before = index === 0 ? middle : (heights[index - 1] ?? middle);
    const half = round((index + 0.5) * step);
    return `C${half} ${round(before)} ${half} ${round(height)} ${round((index + 1) * step)} ${round(height)}`;
  });
  return `M0 ${middle}${curves.join('')}`;
}

/** The mean of the peaks between two fractions of the whole. */
function loudnessAt(peaks: readonly number[], from: number, to: number): number {
  const first = Math.floor(from * peaks.length);
  const there = peaks.slice(first, Math.max(first + 1, Math.floor(to * peaks.length)));
  return there.reduce((sum, peak) => sum + peak, 0) / there.length;
}

const round = (value: number) => Math.round(value * 10) / 10;
