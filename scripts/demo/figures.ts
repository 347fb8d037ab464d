/** Figures in the landscapes. Each is drawn around its foot at (x, y), about `size` pixels high. */
import { createRandom } from './randomness.ts';

const ink = '#2A2522';

function at(x: number, y: number, scale: number, ...parts: string[]): string {
  return `<g transform="translate(${x} ${y}) scale(${scale})">${parts.join('')}</g>`;
}

/** An adult and a child, hand in hand. Drawn 100 high. */
export function twoPeople(x: number, y: number, size: number): string {
  const person = (dx: number, height: number, coat: string) =>
    `<circle cx="${dx}" cy="${-height + 9}" r="9" fill="${ink}"/>` +
    `<path d="M${dx - 13} -34 Q${dx - 11} ${-height + 20} ${dx} ${-height + 19} Q${dx + 11} ${-height + 20} ${dx + 13} -34 L${dx + 10} -20 L${dx - 10} -20 Z" fill="${coat}"/>` +
    `<path d="M${dx - 6} -22 L${dx - 7} 0 M${dx + 6} -22 L${dx + 8} 0" stroke="${ink}" stroke-width="6" stroke-linecap="round"/>`;
  const hands = `<path d="M-8 -50 L16 -34" stroke="${ink}" stroke-width="4" stroke-linecap="round"/>`;
  return at(x, y, size / 100, person(-18, 100, '#85590F'), hands, person(26, 66, '#A23B3B'));
}

/** A wooden house with a porch and one lit window. Drawn 120 high. */
export function house(x: number, y: number, size: number): string {
  const walls = `<path d="M-80 0 V-62 L-10 -112 L60 -62 V0 Z" fill="#F3ECE2"/>`;
  const roof = `<path d="M-94 -56 L-10 -120 L76 -56" fill="none" stroke="#5A5149" stroke-width="10" stroke-linejoin="round"/>`;
  const porch = `<path d="M60 -34 H112 V0 H60 Z" fill="#E6DCCD"/><path d="M54 -34 H120" stroke="#5A5149" stroke-width="7"/><path d="M80 -32 V0 M108 -32 V0" stroke="#8C8073" stroke-width="4"/>`;
  const holes = `<rect x="-58" y="-48" width="26" height="28" fill="#D9B066"/><path d="M-45 -48 V-20 M-58 -34 H-32" stroke="#F3ECE2" stroke-width="3"/><rect x="2" y="-46" width="26" height="46" fill="#2F4A43"/>`;
  const chimney = `<rect x="24" y="-118" width="16" height="34" fill="#A23B3B"/>`;
  return at(x, y, size / 120, chimney, walls, roof, porch, holes);
}

/** A small boat with one sail, and its shadow on the water. Drawn 130 high. */
export function boat(x: number, y: number, size: number): string {
  const shade = `<ellipse cx="0" cy="6" rx="62" ry="7" fill="${ink}" opacity="0.25"/>`;
  const rig = `<path d="M4 -128 V-18" stroke="#5A5149" stroke-width="4"/><path d="M10 -122 Q66 -70 58 -26 L10 -26 Z" fill="#FFFDF9"/><path d="M-2 -112 L-44 -26 H-2 Z" fill="#FFFDF9" opacity="0.8"/>`;
  const hull = `<path d="M-62 -18 H66 Q54 6 34 6 H-34 Q-54 4 -62 -18 Z" fill="#A23B3B"/><path d="M-62 -18 H66" stroke="#FBF7F0" stroke-width="5"/>`;
  return at(x, y, size / 130, shade, rig, hull);
}

/** A tree heavy with fruit. Drawn 200 high. */
export function pearTree(x: number, y: number, size: number): string {
  const random = createRandom(17);
  const within = (radius: number) => {
    const angle = random() * 2 * Math.PI;
    const distance = radius * Math.sqrt(random());
    return { x: Math.cos(angle) * distance * 1.05, y: -128 + Math.sin(angle) * distance * 0.85 };
  };
  const leaves = Array.from({ length: 130 }, (_, place) => {
    const spot = within(72);
    const color = ['#4E6B4A', '#5F7D58', '#3F5A45', '#7C9473'][place % 4];
    return `<circle cx="${spot.x.toFixed(0)}" cy="${spot.y.toFixed(0)}" r="${(9 + random() * 9).toFixed(0)}" fill="${color}"/>`;
  });
  const pears = Array.from({ length: 34 }, () => {
    const spot = within(70);
    return `<ellipse cx="${spot.x.toFixed(0)}" cy="${spot.y.toFixed(0)}" rx="4.5" ry="6.5" fill="#D9B066"/>`;
  });
  const trunk =
    '<path d="M-9 0 Q-6 -50 -12 -90 L0 -76 L14 -96 Q7 -48 12 0 Z" fill="#5A5149"/><path d="M0 -70 L-34 -112 M2 -76 L36 -118" stroke="#5A5149" stroke-width="7"/>';
  return at(x, y, size / 200, trunk, ...leaves, ...pears);
}

/** A wooden dock that runs from the lower edge out to (x, y). */
export function dock(x: number, y: number, bottom: number, boards: string): string {
  const depth = bottom - y;
  const posts = [0.02, 0.2, 0.55].map((near) => {
    const half = 44 + near * 150;
    const foot = y + near * depth;
    const tall = 30 + near * 130;
    const [left, right] = [x - half, x + half].map(
      (post) =>
        `<path d="M${post} ${foot + tall * 0.5} V${foot - tall}" stroke="#5A5149" stroke-width="${12 + near * 30}"/>`,
    );
    return `${left}${right}`;
  });
  const seams = Array.from({ length: 16 }, (_, place) => {
    const near = (place / 16) ** 1.7;
    const half = 34 + near * 150;
    return `<path d="M${x - half} ${y + near * depth} H${x + half}" stroke="#5A5149" stroke-width="${1 + near * 4}" opacity="0.55"/>`;
  });
  const plank = `<path d="M${x - 34} ${y} H${x + 34} L${x + 190} ${bottom} H${x - 190} Z" fill="${boards}"/>`;
  return [plank, ...seams, ...posts].join('');
}

/** A town at night: houses side by side from `left` to `right`, some windows lit. */
export function town(left: number, right: number, foot: number, tallest: number, seed: number): string {
  const random = createRandom(seed);
  const houses: string[] = [];
  for (let x = left; x < right; ) {
    const width = 60 + random() * 90;
    const height = tallest * (0.35 + random() * 0.65);
    const shade = ['#2F4A43', '#24312E', '#3A3430', '#2A2522'][Math.floor(random() * 4)];
    houses.push(
      `<rect x="${x.toFixed(0)}" y="${(foot - height).toFixed(0)}" width="${width.toFixed(0)}" height="${height.toFixed(0)}" fill="${shade}"/>`,
    );
    for (let wx = x + 12; wx < x + width - 18; wx += 24) {
      for (let wy = foot - height + 16; wy < foot - 26; wy += 34) {
        if (random() < 0.28)
          houses.push(
            `<rect x="${wx.toFixed(0)}" y="${wy.toFixed(0)}" width="11" height="17" fill="#D9B066" opacity="${(0.55 + random() * 0.45).toFixed(2)}"/>`,
          );
      }
    }
    x += width + 4;
  }
  return houses.join('');
}
