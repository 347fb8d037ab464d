import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isActivityRunning } from '../../../../../lib/activity.ts';
import type { Finished } from './record.ts';
import { record } from './record.ts';
import { stopAtBytes } from './recording-time.ts';

/** Stands in for the browser's MediaRecorder; the test provides the data. */
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
const onStorageFailed = vi.fn();

function start(): Promise<Finished> & { running: ReturnType<typeof record> } {
  const { promise, resolve } = Promise.withResolvers<Finished>();
  const stream = Object.assign(new EventTarget(), { getTracks: () => [camera] }) as unknown as MediaStream;
  const options = { stream, kind: 'video', mimeType: 'video/webm', ownerId: 'ruth' } as const;
  const running = record({ ...options, onFinished: resolve, onStorageFailed });
  return Object.assign(promise, { running });
}

beforeEach(() => {
  vi.stubGlobal('MediaRecorder', Recorder);
  // A browser without a database to write to.
  vi.stubGlobal('indexedDB', undefined);
  vi.stubGlobal('navigator', { locks: { request: () => Promise.resolve() } });
});
afterEach(() => vi.unstubAllGlobals());

test('the pieces come in recording order, even when the browser cannot store them', async () => {
  const finished = start();
  Recorder.latest.give('one ');
  Recorder.latest.give();
  Recorder.latest.give('two ');
  finished.running.stop();
  const { pieces, recording, ending } = await finished;
  expect(await new Blob([...pieces]).text()).toBe('one two the end');
  expect(recording).toMatchObject({ ownerId: 'ruth', kind: 'video', sizeBytes: 15 });
  expect(ending).toBe('stopped');
  expect(onStorageFailed).toHaveBeenCalledTimes(1);
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

test('a pause stores everything recorded up to then', () => {
  const { running } = start();
  running.pause();
  expect(running.progress().sizeBytes).toBe('up to now'.length);
  running.stop();
});
