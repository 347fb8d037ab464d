import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../../lib/api/api-error.ts';
import { createDraftSync, retryDelayMs, type SendOptions, sendDelayMs } from './draft-sync.ts';

interface Request {
  values: string | null;
  options: SendOptions;
  answer: (version: string | null) => Promise<void>;
  fail: (error: unknown) => Promise<void>;
}

function startSync() {
  const requests: Request[] = [];
  const timers = new Map<number, { run: () => void; delayMs: number }>();
  let lastTimer = 0;
  let isOver = false;
  const heard: unknown[] = [];
  const environment = {
    startTimer: (run: () => void, delayMs: number) => {
      timers.set(++lastTimer, { run, delayMs });
      return lastTimer;
    },
    stopTimer: (timer: unknown) => void timers.delete(Number(timer)),
    isOver: () => isOver,
  };
  const settle = async () => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  const sync = createDraftSync<string>(environment, {
    send: (values, options) =>
      new Promise((resolve, reject) => {
        requests.push({
          values,
          options,
          answer: (version) => {
            resolve(version);
            return settle();
          },
          fail: (error) => {
            reject(error);
            return settle();
          },
        });
      }),
    onSent: (values, version) => heard.push([values, version]),
    onFailed: (refusal) => heard.push(refusal ?? 'failed'),
  });
  const pass = () => {
    const due = [...timers.values()];
    timers.clear();
    for (const { run } of due) run();
    return due.map(({ delayMs }) => delayMs);
  };
  const sent = () => requests.map(({ values }) => values);
  const end = () => {
    isOver = true;
  };
  return { sync, requests, sent, pass, timers, heard, settle, end };
}

const down = new TypeError('Failed to fetch');
const answer = (status: number, retryAfter?: string) =>
  new ApiError({ status, statusText: 'Refused', body: '', ...(retryAfter && { retryAfter }) });

describe('sending a draft', () => {
  test('sends the latest of several changes, once, within two seconds of the first', () => {
    const { sync, sent, pass } = startSync();
    sync.queue('Dear');
    sync.queue('Dear Maya');
    expect(sent()).toEqual([]);
    expect(pass()).toEqual([sendDelayMs]);
    expect(sent()).toEqual(['Dear Maya']);
  });

  test('reports what was sent, and then sends what was queued meanwhile', async () => {
    const { sync, requests, sent, pass, heard } = startSync();
    sync.queue('Dear');
    pass();
    sync.queue('Dear Maya');
    expect(pass()).toEqual([]);
    await requests[0]?.answer('v1');
    expect(heard).toEqual([['Dear', 'v1']]);
    expect(pass()).toEqual([sendDelayMs]);
    expect(sent()).toEqual(['Dear', 'Dear Maya']);
  });

  test('sends at once when the page is closed, and aborts the older request', async () => {
    const { sync, requests, sent, heard, timers } = startSync();
    sync.queue('Dear');
    void sync.flush();
    sync.queue('Dear Maya');
    void sync.flush();
    expect(sent()).toEqual(['Dear', 'Dear Maya']);
    expect(requests.map(({ options }) => [options.keepalive, options.signal.aborted])).toEqual([
      [true, true],
      [true, false],
    ]);
    await requests[0]?.fail(new DOMException('', 'AbortError'));
    await requests[1]?.answer('v2');
    expect(heard).toEqual([['Dear Maya', 'v2']]);
    expect(timers.size).toBe(0);
    void sync.flush();
    expect(requests).toHaveLength(2);
  });

  test('retries a failed request later, or at once when asked', async () => {
    const { sync, requests, sent, pass, heard } = startSync();
    sync.queue('Dear');
    pass();
    await requests[0]?.fail(down);
    expect(heard).toEqual(['failed']);
    expect(pass()).toEqual([retryDelayMs]);
    await requests[1]?.fail(down);
    void sync.flush();
    expect(sent()).toEqual(['Dear', 'Dear', 'Dear']);
  });

  test('newer values replace those of a failed request', async () => {
    const { sync, requests, sent, pass } = startSync();
    sync.queue('Dear');
    pass();
    sync.queue('Dear Maya');
    await requests[0]?.fail(down);
    pass();
    expect(sent()).toEqual(['Dear', 'Dear Maya']);
  });

  test('retries what the server could not do', async () => {
    const { sync, requests, sent, pass } = startSync();
    sync.queue('Dear');
    pass();
    await requests[0]?.fail(new ApiError({ status: 500, statusText: 'Internal Server Error', body: '' }));
    expect(pass()).toEqual([retryDelayMs]);
    expect(sent()).toEqual(['Dear', 'Dear']);
  });

  test.each([408, 409, 429])(
    'sends again what was refused for the moment (%i), without a key press',
    async (status) => {
      const { sync, requests, sent, pass, heard } = startSync();
      sync.queue('Dear');
      pass();
      await requests[0]?.fail(answer(status));
      expect(pass()).toEqual([retryDelayMs]);
      await requests[1]?.answer('v1');
      expect(sent()).toEqual(['Dear', 'Dear']);
      expect(heard).toEqual(['failed', ['Dear', 'v1']]);
    },
  );

  test('waits as long as the server asks, and then sends the last words', async () => {
    const { sync, requests, sent, pass } = startSync();
    sync.queue('Dear');
    pass();
    await requests[0]?.fail(answer(429, '45'));
    sync.queue('Dear Maya');
    expect(pass()).toEqual([45_000]);
    expect(sent()).toEqual(['Dear', 'Dear Maya']);
  });

  test.each([400, 404, 413])('does not send again what will always be refused (%i)', async (status) => {
    const { sync, requests, heard, timers } = startSync();
    sync.queue('Dear');
    void sync.flush();
    await requests[0]?.fail(answer(status));
    expect(heard).toEqual(['failed']);
    expect(timers.size).toBe(0);
  });

  test('passes on why the server refuses it for good, and nothing that will be over soon', async () => {
    const { sync, requests, heard } = startSync();
    for (const [at, status] of [409, 404].entries()) {
      sync.queue('Dear');
      void sync.flush();
      const body = JSON.stringify({ message: `No ${status}`, code: 'not_found' });
      await requests[at]?.fail(new ApiError({ status, statusText: 'Refused', body }));
    }
    expect(heard).toEqual(['failed', 'No 404']);
  });

  test('a deletion is not delayed, but waits for the running request', async () => {
    const { sync, requests, sent, pass } = startSync();
    sync.queue('Dear');
    pass();
    sync.queue(null);
    expect(sent()).toEqual(['Dear']);
    await requests[0]?.answer('v1');
    expect(pass()).toEqual([0]);
    sync.queue(null);
    expect(sent()).toEqual(['Dear', null]);
  });

  test('a deletion that fails waits before it is sent again', async () => {
    const { sync, requests, pass } = startSync();
    sync.queue(null);
    await requests[0]?.fail(down);
    expect(pass()).toEqual([retryDelayMs]);
  });

  test('a deletion replaces what is queued', () => {
    const { sync, sent, timers } = startSync();
    sync.queue('Dear');
    sync.queue(null);
    expect(sent()).toEqual([null]);
    expect(timers.size).toBe(0);
  });

  test('when its screen closes, a deletion does not overtake what is under way', async () => {
    const { sync, requests, sent, settle } = startSync();
    sync.queue('Dear');
    void sync.flush();
    sync.queue(null);
    const done: string[] = [];
    void sync.finish().then(() => done.push('finished'));
    await settle();
    expect(sent()).toEqual(['Dear']);
    expect(requests[0]?.options.signal.aborted).toBe(false);
    await requests[0]?.answer('1');
    await settle();
    expect([sent(), done]).toEqual([['Dear', null], []]);
    await requests[1]?.answer(null);
    await settle();
    expect(done).toEqual(['finished']);
  });

  test('flush resolves once the request has succeeded or failed', async () => {
    const { sync, requests, settle } = startSync();
    await sync.flush();
    const done: string[] = [];
    sync.queue('Dear');
    void sync.flush().then(() => done.push('first'));
    await settle();
    expect(done).toEqual([]);
    await requests[0]?.answer('v1');
    expect(done).toEqual(['first']);
    sync.queue('Dear Maya');
    void sync.flush().then(() => done.push('second'));
    await requests[1]?.fail(down);
    expect(done).toEqual(['first', 'second']);
  });

  test('sends nothing after the session has ended', async () => {
    const { sync, requests, sent, pass, end } = startSync();
    sync.queue('Dear');
    pass();
    await requests[0]?.fail(down);
    end();
    pass();
    sync.queue('Dear Maya');
    void sync.flush();
    expect(sent()).toEqual(['Dear']);
  });
});
