import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isActivityRunning } from '../../../../../lib/activity.ts';
import { type Finished, record } from './record.ts';
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
const onInterrupted = vi.fn();

function start(): Promise<Finished> & { running: ReturnType<typeof record> } {
  const { promise, resolve } = Promise.withResolvers<Finished>();
  const stream = Object.assign(new EventTarget(), { getTracks: () => [camera] }) as unknown as MediaStream;
  const options = { stream, kind: 'video', mimeType: 'video/webm', ownerId: 'ruth' } as const;
  const running = record({ ...options, onFinished: resolve, onStorageFailed, onInterrupted });
  return Object.assign(promise, { running });
}

/** The document of the page. */
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });

beforeEach(() => {
  page.visibilityState = 'visible';
  onStorageFailed.mockClear();
  onInterrupted.mockClear();
  vi.stubGlobal('document', page);
  vi.stubGlobal('MediaRecorder', Recorder);
  // A browser in which nothing can be stored.
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
  const { pieces, recording, ending, isStored } = await finished;
  expect(await new Blob([...pieces]).text()).toBe('one two the end');
  expect(recording).toMatchObject({ ownerId: 'ruth', kind: 'video', sizeBytes: 15 });
  expect([ending, isStored]).toEqual(['stopped', false]);
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

test('an encoder that fails ends it, and says that it was not the person', async () => {
  const finished = start();
  Recorder.latest.give('one ');
  Recorder.latest.onerror?.();
  expect((await finished).ending).toBe('broken');
});

test('so does a browser that ends it without an error', async () => {
  const finished = start();
  Recorder.latest.stop();
  const { ending, pieces } = await finished;
  expect([ending, pieces.length]).toEqual(['broken', 1]);
});

test('a call that takes the microphone away pauses it, with all that came before, and it may go on', async () => {
  const finished = start();
  camera.dispatchEvent(new Event('mute'));
  expect(onInterrupted).toHaveBeenCalledTimes(1);
  expect(Recorder.latest.state).toBe('paused');
  expect(finished.running.progress().sizeBytes).toBe('up to now'.length);
  finished.running.resume();
  finished.running.stop();
  expect((await finished).ending).toBe('stopped');
  camera.dispatchEvent(new Event('mute'));
  expect(onInterrupted).toHaveBeenCalledTimes(1);
});

test('a page that is hidden, and may be killed, stores what came since the last piece', () => {
  const { running } = start();
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(running.progress().sizeBytes).toBe('up to now'.length);
  running.stop();
});
