import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isActivityRunning } from '../../../lib/activity.ts';
import type { Finished } from './record.ts';
import { record } from './record.ts';
import { stopAtBytes } from './remaining.ts';

/** The browser's recorder, which hands over what the test gives it. */
class Recorder extends EventTarget {
  static latest: Recorder;
  state = 'inactive';
  ondataavailable?: (event: { data: Blob }) => void;
  onstop?: () => void;
  onerror?: () => void;

  constructor() {
    super();
    Recorder.latest = this;
  }

  start() {
    this.state = 'recording';
  }
  pause() {
    this.state = 'paused';
  }
  requestData() {
    if (this.state === 'recording') this.give('up to now');
  }
  resume() {
    this.state = 'recording';
  }
  stop() {
    this.state = 'inactive';
    this.give('the end');
    this.onstop?.();
  }
  give(...parts: BlobPart[]) {
    this.ondataavailable?.({ data: new Blob(parts) });
  }
}

const camera = new EventTarget();
const onUnkept = vi.fn();

function start(): Promise<Finished> & { running: ReturnType<typeof record> } {
  const { promise, resolve } = Promise.withResolvers<Finished>();
  const stream = Object.assign(new EventTarget(), { getTracks: () => [camera] }) as unknown as MediaStream;
  const options = { stream, kind: 'video', mimeType: 'video/webm', ownerId: 'ruth' } as const;
  const running = record({ ...options, onFinished: resolve, onUnkept });
  return Object.assign(promise, { running });
}

beforeEach(() => {
  vi.stubGlobal('MediaRecorder', Recorder);
  // A browser without room: there is no database to write to.
  vi.stubGlobal('indexedDB', undefined);
  vi.stubGlobal('navigator', { locks: { request: () => Promise.resolve() } });
});
afterEach(() => vi.unstubAllGlobals());

test('what was recorded comes in the order in which it was, also where the browser has no room to keep it', async () => {
  const finished = start();
  Recorder.latest.give('one ');
  Recorder.latest.give();
  Recorder.latest.give('two ');
  finished.running.stop();
  const { pieces, recording, ending } = await finished;
  expect(await new Blob([...pieces]).text()).toBe('one two the end');
  expect(recording).toMatchObject({ ownerId: 'ruth', kind: 'video', sizeBytes: 15 });
  expect(ending).toBe('stopped');
  expect(onUnkept).toHaveBeenCalledTimes(1);
});

test('it stops by itself before it is larger than what can be uploaded', async () => {
  const finished = start();
  Recorder.latest.give(new Uint8Array(stopAtBytes - 1));
  expect(Recorder.latest.state).toBe('recording');
  Recorder.latest.give('x');
  expect((await finished).ending).toBe('full');
});

test('a camera that goes away ends it, and what was recorded until then stays', async () => {
  const finished = start();
  Recorder.latest.give('one ');
  camera.dispatchEvent(new Event('ended'));
  const { ending, pieces } = await finished;
  expect(ending).toBe('lost');
  expect(pieces).toHaveLength(2);
});

test('while it runs the person counts as active, and in a pause not', async () => {
  expect(isActivityRunning()).toBe(false);
  const finished = start();
  expect(isActivityRunning()).toBe(true);
  finished.running.pause();
  expect(isActivityRunning()).toBe(false);
  finished.running.resume();
  expect(isActivityRunning()).toBe(true);
  finished.running.stop();
  await finished;
  expect(isActivityRunning()).toBe(false);
});

test('whoever pauses has kept what was said up to then, whether they come back or not', () => {
  const { running } = start();
  running.pause();
  expect(running.progress().sizeBytes).toBe('up to now'.length);
  running.stop();
});
