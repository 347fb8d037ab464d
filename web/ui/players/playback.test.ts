import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readPosition, savePosition } from '../../lib/playback-positions.ts';
import { Playback } from './playback.ts';

/** As much of the browser's element as a player needs, without sound. */
class Media extends EventTarget {
  src = '';
  currentTime = 0;
  duration = Number.NaN;
  readyState = 0;
  playbackRate = 1;
  defaultPlaybackRate = 1;
  ended = false;
  loads = 0;
  plays = 0;

  removeAttribute(): void {
    this.src = '';
  }

  play(): Promise<void> {
    this.plays++;
    this.#tell('play');
    return Promise.resolve();
  }
  pause(): void {
    this.#tell('pause');
  }
  load(): void {
    this.loads++;
    this.currentTime = 0;
    this.readyState = 0;
  }
  /** Simulates the arrival of the file. */
  arrive(seconds: number): void {
    this.readyState = 4;
    this.duration = seconds;
    for (const name of ['durationchange', 'loadedmetadata', 'playing']) this.#tell(name);
  }
  end(): void {
    this.currentTime = this.duration;
    this.ended = true;
    this.#tell('pause');
    this.#tell('ended');
  }
  fail(): void {
    this.#tell('error');
  }
  #tell(name: string): void {
    this.dispatchEvent(new Event(name));
  }
}

function storage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  };
}

const window = Object.assign(new EventTarget(), {
  sessionStorage: storage(),
  matchMedia: () => ({ matches: true }),
  setTimeout: setTimeout.bind(globalThis),
  clearTimeout: clearTimeout.bind(globalThis),
});
const network = { onLine: true };

beforeEach(() => {
  vi.stubGlobal('window', window);
  vi.stubGlobal('navigator', network);
  vi.stubGlobal('document', { querySelectorAll: () => [] });
  network.onLine = true;
  return () => {
    for (const detach of attached.splice(0)) detach();
    vi.unstubAllGlobals();
  };
});

const attached: (() => void)[] = [];

function player(placeName?: string) {
  const media = new Media();
  const playback = new Playback(12, placeName);
  const detach = playback.attach(media as unknown as HTMLMediaElement);
  attached.push(detach);
  return { media, playback, detach };
}

const server = createServer((request, response) => {
  response.writeHead(request.url === '/there' ? 206 : 404).end();
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => server.close());

describe('one button', () => {
  test('plays, pauses and plays again', () => {
    const { media, playback } = player();
    playback.toggle();
    media.arrive(12.5);
    expect(playback.getState()).toMatchObject({ phase: 'playing', lengthSeconds: 12.5, isWaiting: false });
    playback.toggle();
    expect(playback.getState().phase).toBe('paused');
    playback.toggle();
    media.end();
    expect(playback.getState().phase).toBe('ended');
    playback.seek(3);
    expect(playback.getState().phase).toBe('paused');
  });

  test('a place can be chosen before anything is loaded; it begins there', () => {
    const { media, playback } = player();
    playback.seek(7);
    expect(playback.place()).toBe(7);
    playback.toggle();
    media.arrive(12);
    expect(media.currentTime).toBe(7);
  });

  test('no place lies outside; what is held is shown and not gone to', () => {
    const { media, playback } = player();
    playback.toggle();
    media.arrive(12);
    const shown: number[] = [];
    playback.follow((place) => shown.push(place));
    playback.hold(40);
    expect(media.currentTime).toBe(0);
    playback.hold(null);
    playback.seek(-3);
    expect(media.currentTime).toBe(0);
    expect(shown).toContain(12);
  });

  test('the speed stays, also in the next recording', () => {
    const { media, playback } = player();
    playback.setSpeed(0.75);
    expect(media).toMatchObject({ playbackRate: 0.75, defaultPlaybackRate: 0.75 });
    const next = player();
    expect(next.media.playbackRate).toBe(0.75);
    next.playback.setSpeed(1);
  });
});

describe('where somebody stopped', () => {
  test('is kept in this tab, and begun at again', () => {
    const first = player('a-memory');
    first.playback.toggle();
    first.media.arrive(12);
    first.media.currentTime = 5.2;
    first.detach();
    expect(readPosition('a-memory')).toBe(5.2);
    const second = player('a-memory');
    expect(second.playback.place()).toBe(5.2);
    second.playback.toggle();
    second.media.arrive(12);
    expect(second.media.currentTime).toBe(5.2);
  });

  test('is forgotten once it was heard to its end', () => {
    savePosition('a-memory', 5);
    const { media, playback } = player('a-memory');
    playback.toggle();
    media.arrive(12);
    media.end();
    expect(readPosition('a-memory')).toBe(0);
  });

  test('is kept nowhere without a name', () => {
    const { media, playback, detach } = player();
    playback.toggle();
    media.arrive(12);
    media.currentTime = 5;
    detach();
    expect(new Playback(12).place()).toBe(0);
  });
});

describe('trouble', () => {
  async function playingTo(seconds: number, src: string) {
    const one = player();
    one.media.src = src;
    one.playback.toggle();
    one.media.arrive(12);
    one.media.currentTime = seconds;
    return one;
  }

  test('security 45: a link that runs out while it plays is loaded again once, and goes on where it was', async () => {
    const { media, playback } = await playingTo(6, `${address}/there`);
    media.fail();
    expect(media.loads).toBe(1);
    expect(playback.place()).toBe(6);
    media.arrive(12);
    expect(media.currentTime).toBe(6);
    expect(playback.getState()).toMatchObject({ phase: 'playing', fault: null });
    media.fail();
    expect(media.loads).toBe(2);
  });

  test.each([
    ['a file that is there cannot be played', '/there', 'unplayable'],
    ['one that does not come can be asked for again', '/gone', 'unreachable'],
  ])('%s', async (_what, path, fault) => {
    const { media, playback } = await playingTo(6, `${address}${path}`);
    media.fail();
    media.fail();
    await expect.poll(() => playback.getState().fault).toBe(fault);
    expect(playback.getState().phase).toBe('paused');
    expect(playback.place()).toBe(6);
    playback.retry();
    expect(media.loads).toBe(2);
    expect(playback.getState().fault).toBeNull();
  });

  test('a file of this device that does not play is not asked for', async () => {
    const { media, playback } = await playingTo(0, 'blob:x');
    media.fail();
    media.fail();
    await expect.poll(() => playback.getState().fault).toBe('unplayable');
  });

  test('a file of this device that was read before it is shown is as long as it is, and let go of at the end', async () => {
    const media = new Media();
    media.src = 'blob:x';
    media.arrive(7);
    const playback = new Playback(null);
    const detach = playback.attach(media as unknown as HTMLMediaElement);
    expect(playback.getState().lengthSeconds).toBe(7);
    detach();
    await Promise.resolve();
    expect(media.src).toBe('');
  });

  test('offline it waits, and goes on when the connection is back', async () => {
    const { media, playback } = await playingTo(6, `${address}/there`);
    network.onLine = false;
    media.fail();
    expect(media.loads).toBe(0);
    expect(playback.getState()).toMatchObject({ isWaiting: true, fault: null });
    network.onLine = true;
    window.dispatchEvent(new Event('online'));
    media.arrive(12);
    expect(media.currentTime).toBe(6);
    expect(playback.getState().isWaiting).toBe(false);
  });

  test('what does not begin at once is said to be loading', async () => {
    const { playback } = player();
    playback.toggle();
    expect(playback.getState().isWaiting).toBe(false);
    await expect.poll(() => playback.getState().isWaiting).toBe(true);
  });
});
