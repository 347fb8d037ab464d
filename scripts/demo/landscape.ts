/** Land, water and sky as SVG, in the product's colours. Lengths in pixels. */
import { createRandom } from './randomness.ts';

export interface Size {
  width: number;
  height: number;
}

export interface Ridge {
  /** Average height of the crest, with sky above it. */
  top: number;
  /** How far the crest rises and falls around it. */
  relief: number;
  color: string;
  seed: number;
}

/** A whole picture of the given parts, the rearmost first. */
export function svg({ width, height }: Size, ...parts: string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`;
}

/** A sky that fades from one colour to another. */
export function sky({ width, height }: Size, top: string, bottom: string): string {
  const light = `<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>`;
  return `<defs>${light}</defs><rect width="${width}" height="${height}" fill="url(#sky)"/>`;
}

/** Sun or moon, with a glow around it. */
export function disc(x: number, y: number, radius: number, color: string): string {
  const light = `<radialGradient id="light"><stop offset="0.2" stop-color="${color}" stop-opacity="0.6"/><stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient>`;
  return `<defs>${light}</defs><circle cx="${x}" cy="${y}" r="${radius * 4}" fill="url(#light)"/><circle cx="${x}" cy="${y}" r="${radius}" fill="${color}"/>`;
}

/** A range of hills: three superimposed waves, filled down to the lower edge. */
export function ridge({ width, height }: Size, { top, relief, color, seed }: Ridge): string {
  const random = createRandom(seed);
  const waves = [1, 2.3, 5.1].map((frequency) => ({
    frequency: (frequency * (0.8 + random() * 0.4) * 2 * Math.PI) / width,
    phase: random() * 2 * Math.PI,
    share: 0.6 / frequency,
  }));
  const crest = (x: number) =>
    top - relief * waves.reduce((sum, w) => sum + w.share * Math.sin(x * w.frequency + w.phase), 0);
  const step = Math.max(8, width / 160);
  const points: string[] = [];
  for (let x = 0; x <= width + step; x += step) points.push(`${x.toFixed(0)} ${crest(x).toFixed(1)}`);
  return `<path d="M0 ${height} L${points.join(' L')} L${width + step} ${height} Z" fill="${color}"/>`;
}

/** Still water with a reflection of light at `glitterX`. */
export function water(
  { width, height }: Size,
  top: number,
  color: string,
  glitter: string,
  glitterX: number,
) {
  const random = createRandom(top);
  const streaks = Array.from({ length: 70 }, () => {
    const depth = random() ** 1.6;
    const y = top + 6 + depth * (height - top - 12);
    const spread = 60 + depth * width * 0.22;
    const x = glitterX + (random() - 0.5) * 2 * spread;
    const length = 20 + depth * 120;
    return `<rect x="${(x - length / 2).toFixed(0)}" y="${y.toFixed(0)}" width="${length.toFixed(0)}" height="${(1.5 + depth * 4).toFixed(1)}" rx="2" fill="${glitter}" opacity="${(0.18 + random() * 0.4).toFixed(2)}"/>`;
  });
  return `<rect y="${top}" width="${width}" height="${height - top}" fill="${color}"/>${streaks.join('')}`;
}

/** Snowflakes or stars everywhere above `bottom`. */
export function specks(width: number, bottom: number, count: number, radius: number, seed: number): string {
  const random = createRandom(seed);
  const specks = Array.from(
    { length: count },
    () =>
      `<circle cx="${(random() * width).toFixed(0)}" cy="${(random() * bottom).toFixed(0)}" r="${(radius * (0.4 + random())).toFixed(1)}" fill="#FBF7F0" opacity="${(0.35 + random() * 0.6).toFixed(2)}"/>`,
  );
  return specks.join('');
}
