import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import { placeText, pressText, soundLabels, videoLabels } from './play-labels.ts';
import { VideoPlace } from './players.tsx';
import { soundHeight, soundPath } from './sound-path.ts';
import { SoundPlayer } from './sound-player.tsx';
import { VideoPlayer } from './video-player.tsx';

const recording = { src: '/display', peaks: [0, 128, 255], durationSeconds: 12.4, label: 'What I whistle' };

describe('before the press', () => {
  test('a sound is one button that says how long it takes, and nothing of it is loaded', () => {
    const page = renderToStaticMarkup(<SoundPlayer {...recording} />);
    expect(page).toContain('>Listen, 12 seconds<');
    expect(page.match(/<button/g)).toHaveLength(1);
    expect(page).toMatch(/<audio src="\/display" preload="none"/);
    expect(page).not.toMatch(/autoplay|style=/i);
  });

  test('a video lies in its sleeve, and no picture of it is there', () => {
    const page = renderToStaticMarkup(<VideoPlayer {...recording} sleeveName="Leo" />);
    expect(page).toContain('>Watch, 12 seconds<');
    expect(page).toContain('>Leo<');
    expect(page).toContain('It has sound. The picture stays covered until you press Watch.');
    expect(page).toMatch(/<div hidden=""[^>]*><video src="\/display" preload="none"[^>]*><\/video><\/div>/);
    expect(page).not.toMatch(/<img|poster=|autoplay|style=/i);
  });

  test('the poster of one’s own video may show, and the button stands under it', () => {
    const page = renderToStaticMarkup(<VideoPlayer {...recording} poster="/thumbnail" />);
    expect(page).toMatch(/<img src="\/thumbnail"[^>]*\/><button/);
  });

  test('while its player is loading, the place is as high as the poster and the button', () => {
    expect(renderToStaticMarkup(<VideoPlace poster="/thumbnail" />)).toContain('pb-21');
    expect(renderToStaticMarkup(<VideoPlace />)).not.toContain('pb-21');
  });

  test('a small one has its button beside the picture, nothing lies on that, and its name holds what is seen on it', () => {
    const page = renderToStaticMarkup(
      <VideoPlayer {...recording} size="small" cover={<img src="/thumbnail" alt="" />} />,
    );
    expect(page).toMatch(
      /<img src="\/thumbnail" alt=""\/><button type="button" aria-label="Watch, 12 seconds, 0:12".*>0:12<\/button>/,
    );
    expect(page).toMatch(/<div hidden=""[^>]*><video src="\/display" preload="none"/);
  });

  test('what somebody has just recorded shows its picture at once', () => {
    vi.stubGlobal('document', { fullscreenEnabled: true });
    const page = renderToStaticMarkup(<VideoPlayer {...recording} src="blob:x" isUncovered />);
    vi.unstubAllGlobals();
    expect(page).toMatch(/<video src="blob:x" preload="metadata"/);
    expect(page).not.toContain('hidden=""');
    expect(page).toContain('aria-label="Watch, 12 seconds"');
  });

  test('a sound of unknown length cannot be moved yet', () => {
    const page = renderToStaticMarkup(<SoundPlayer {...recording} durationSeconds={null} />);
    expect(page).toContain('>Listen<');
    expect(page).toMatch(/<input type="range"[^>]* disabled=""/);
  });
});

describe('what a press does is said', () => {
  test.each([
    ['new', 0, 'Listen, 1 minute 5 seconds'],
    ['new', 5.7, 'Go on listening, from 0:05'],
    ['playing', 5.7, 'Pause'],
    ['paused', 5.7, 'Go on listening'],
    ['ended', 65, 'Listen again'],
  ] as const)('%s at %d: %s', (phase, place, text) => {
    expect(pressText({ phase, lengthSeconds: 65 }, place, soundLabels)).toBe(text);
  });

  test('of a video too', () => {
    expect(pressText({ phase: 'new', lengthSeconds: null }, 0, videoLabels)).toBe('Watch');
  });
});

test.each([
  [0.4, 12.9, '0 seconds of 12'],
  [5.9, 12.9, '5 seconds of 12'],
  [65, 200, '1 minute 5 seconds of 3 minutes 20 seconds'],
])('a place is told in words: %d of %d', (place, length, text) => {
  expect(placeText(place, length)).toBe(text);
});

describe('the thread of a sound', () => {
  const heights = (path: string) => [...path.matchAll(/ (-?[\d.]+)(?=C|$)/g)].map(([, y]) => Number(y));

  test('swings as far as the sound is loud, and rests at both ends', () => {
    const path = soundPath([...new Array<number>(100).fill(20), ...new Array<number>(100).fill(255)]);
    expect(path.startsWith(`M0 ${soundHeight / 2}C`)).toBe(true);
    const drawn = heights(path);
    expect(drawn.at(-1)).toBe(soundHeight / 2);
    const swing = (y = 0) => Math.abs(y - soundHeight / 2);
    expect(swing(drawn[30])).toBeLessThan(15);
    expect(swing(drawn[100])).toBeGreaterThan(70);
    expect(Math.max(...drawn.map(swing))).toBeLessThan(soundHeight / 2);
  });

  test('lies still in silence, and is a plain line where nothing is known', () => {
    expect(new Set(heights(soundPath([0, 0, 0])))).toEqual(new Set([soundHeight / 2]));
    expect(soundPath(null)).toBe(soundPath([]));
  });
});
