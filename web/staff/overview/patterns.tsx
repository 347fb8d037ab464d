/** How the parts of a bar differ without color. */
export type Fill = 'full' | 'open' | 'hatched' | 'lined';

const strokes: Record<Fill, string> = {
  full: 'stroke-pine',
  open: 'stroke-gold',
  hatched: 'stroke-rose',
  lined: 'stroke-pine',
};

/** For a rectangle in a chart that contains `Patterns`. */
export function fillOf(fill: Fill): { className: string; fill?: string } {
  if (fill === 'full') return { className: 'fill-pine stroke-pine' };
  if (fill === 'open') return { className: 'fill-gold-wash stroke-gold' };
  return { className: strokes[fill], fill: `url(#staff-bars-${fill})` };
}

/** Once in each chart. They are identical, so it does not matter which one the browser finds. */
export function Patterns() {
  return (
    <defs>
      <pattern
        id="staff-bars-hatched"
        width="4"
        height="4"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="4" height="4" className="fill-rose-wash" />
        <line x1="0" x2="0" y1="0" y2="4" strokeWidth="3" className="stroke-rose" />
      </pattern>
      <pattern id="staff-bars-lined" width="4" height="4" patternUnits="userSpaceOnUse">
        <rect width="4" height="4" className="fill-pine-wash" />
        <line x1="0" x2="4" y1="2" y2="2" strokeWidth="1.25" className="stroke-pine" />
      </pattern>
    </defs>
  );
}

export function Swatch({ fill }: { fill: Fill }) {
  return (
    <svg aria-hidden="true" width="14" height="14" className="flex-none overflow-visible">
      <rect x="0.5" y="0.5" width="13" height="13" rx="2" {...fillOf(fill)} />
    </svg>
  );
}
