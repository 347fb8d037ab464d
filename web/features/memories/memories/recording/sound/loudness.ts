const quietDecibels = -60;

/** The loudness of samples between -1 and 1, on a logarithmic scale from 0 (silence) to 1. */
export function loudness(samples: Float32Array): number {
  if (samples.length === 0) return 0;
  const meanSquare = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  const decibels = 10 * Math.log10(Math.max(meanSquare, Number.MIN_VALUE));
  return Math.min(1, Math.max(0, 1 - decibels / quietDecibels));
}

/** An SVG path through the samples, `width` wide and at most `height` high. */
export function soundLine(samples: Float32Array, width: number, height: number): string {
  const points = 64;
  const step = Math.max(1, Math.floor(samples.length / points));
  const line = Array.from({ length: points }, (_, index) => {
    // Like a string, the line is fixed at both ends.
    const swing = Math.sin((Math.PI * index) / (points - 1));
    const sample = Math.max(-1, Math.min(1, (samples[index * step] ?? 0) * 2.5));
    const x = (width * index) / (points - 1);
    return `${x.toFixed(1)} ${(height / 2 - (sample * swing * height) / 2).toFixed(1)}`;
  });
  return `M${line.join(' L')}`;
}
