import { describe, expect, test } from 'vitest';
import { createDraftKeeper, draftDelayMs } from './draft-keeper.ts';
import type { LocalDraft } from './drafts.ts';

interface Letter {
  text: string;
}

interface Start {
  isFull?: boolean;
  restored?: LocalDraft<Letter> | null;
  /** What another keeper has stored, as another tab of the same browser. */
  stored?: Map<string, string>;
}

function startKeeper({ isFull = false, restored, stored = new Map() }: Start = {}) {
  const timers = new Map<number, () => void>();
  const heard: (number | null | 'failed')[] = [];
  const offered: (Letter | null)[] = [];
  let nowMs = 1_000;
  let isOver = false;
  let lastTimer = 0;
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (isFull) throw new Error('full');
      stored.set(key, text);
    },
    removeItem: (key: string) => void stored.delete(key),
  };
  const world = {
    storage,
    nowMs: () => nowMs,
    startTimer: (run: () => void) => {
      timers.set(++lastTimer, run);
      return lastTimer;
    },
    stopTimer: (timer: unknown) => void timers.delete(Number(timer)),
    isOver: () => isOver,
  };
  const keeper = createDraftKeeper<Letter>(world, {
    key: 'draft',
    restored,
    isBlank: (letter) => letter.text.trim() === '',
    onKept: (savedAtMs) => heard.push(savedAtMs),
    onFailed: () => heard.push('failed'),
    onChanged: (values) => offered.push(values),
  });
  const pass = () => {
    nowMs += draftDelayMs;
    for (const [timer, run] of timers) {
      timers.delete(timer);
      run();
    }
  };
  const read = (): LocalDraft<Letter> | null => JSON.parse(stored.get('draft') ?? 'null');
  const end = () => {
    isOver = true;
  };
  return { keeper, pass, heard, offered, timers, read, stored, end };
}

const unsent = { base: null, isSent: false };

describe('keeping a draft', () => {
  test('stores the last of several changes, once, a moment after the first', () => {
    const { keeper, pass, read, heard, offered } = startKeeper();
    keeper.change({ text: 'Dear' });
    keeper.change({ text: 'Dear Maya' });
    expect(read()).toBeNull();
    pass();
    expect(read()).toEqual({ values: { text: 'Dear Maya' }, savedAtMs: 1_000 + draftDelayMs, ...unsent });
    expect(heard).toEqual([1_000 + draftDelayMs]);
    expect(offered).toEqual([{ text: 'Dear Maya' }]);
  });

  test('whoever types without a pause is kept all the same', () => {
    const { keeper, timers } = startKeeper();
    keeper.change({ text: 'D' });
    const [timer] = timers.keys();
    keeper.change({ text: 'De' });
    expect([...timers.keys()]).toEqual([timer]);
  });

  test('stores at once when asked, and says that there is something kept', () => {
    const { keeper, pass, read, heard, offered } = startKeeper();
    keeper.change({ text: 'Dear Maya' });
    expect(keeper.flush()).toBe(true);
    expect(read()?.values.text).toBe('Dear Maya');
    expect(keeper.flush()).toBe(true);
    pass();
    expect(heard).toHaveLength(1);
    expect(offered).toHaveLength(1);
  });

  test('nothing typed is nothing to keep', () => {
    const { keeper, read } = startKeeper();
    expect(keeper.flush()).toBe(false);
    keeper.change({ text: '  ' });
    expect(keeper.flush()).toBe(false);
    expect(read()).toBeNull();
  });

  test('a restored draft that nobody touched is something kept, and is not stored anew', () => {
    const restored = { values: { text: 'Dear Maya' }, savedAtMs: 1, base: null, isSent: false };
    const { keeper, heard, offered } = startKeeper({ restored });
    expect(keeper.flush()).toBe(true);
    expect(heard).toEqual([]);
    expect(offered).toEqual([]);
  });

  test('text that was deleted takes its draft with it, here and on the server', () => {
    const { keeper, pass, read, heard, offered } = startKeeper();
    keeper.change({ text: 'Dear Maya' });
    pass();
    keeper.change({ text: '' });
    pass();
    expect(read()).toBeNull();
    expect(heard.at(-1)).toBeNull();
    expect(offered.at(-1)).toBeNull();
  });

  test('clearing forgets it, and what was about to be stored as well', () => {
    const { keeper, pass, stored, offered } = startKeeper();
    keeper.change({ text: 'Dear' });
    pass();
    keeper.change({ text: 'Dear Maya' });
    keeper.clear();
    pass();
    expect(keeper.flush()).toBe(false);
    expect(stored.size).toBe(0);
    expect(offered).toEqual([{ text: 'Dear' }, null]);
  });

  test('a full storage is said, and the server is offered it all the same', () => {
    const { keeper, heard, offered } = startKeeper({ isFull: true });
    keeper.change({ text: 'Dear Maya' });
    expect(keeper.flush()).toBe(false);
    expect(keeper.flush()).toBe(false);
    expect(heard).toEqual(['failed', 'failed']);
    expect(offered[0]).toEqual({ text: 'Dear Maya' });
  });

  test('no timer is left after storing', () => {
    const { keeper, timers } = startKeeper();
    keeper.change({ text: 'Dear Maya' });
    keeper.flush();
    expect(timers.size).toBe(0);
  });
});

describe('what was found', () => {
  const older = JSON.stringify({ values: { text: 'Dear' }, savedAtMs: 1, base: null, isSent: false });

  test('takes the place of an older copy', () => {
    const restored = { values: { text: 'Dear Maya' }, savedAtMs: 5, base: 'v1', isSent: true };
    const { keeper, stored, read, offered } = startKeeper({ restored });
    stored.set('draft', older);
    keeper.settle();
    expect(read()).toEqual(restored);
    expect(offered).toEqual([]);
  });

  test('is nothing: the older copy goes', () => {
    const { keeper, stored } = startKeeper();
    stored.set('draft', older);
    keeper.settle();
    expect(stored.size).toBe(0);
  });
});

describe('what the server has taken', () => {
  test('is written down with the draft', () => {
    const { keeper, pass, read, offered } = startKeeper();
    keeper.change({ text: 'Dear Maya' });
    pass();
    keeper.confirm(offered[0] ?? null, '2031-05-04T12:00:00.000Z');
    expect(read()).toMatchObject({ base: '2031-05-04T12:00:00.000Z', isSent: true });
  });

  test('is not all, when something was typed meanwhile', () => {
    const { keeper, pass, read, offered } = startKeeper();
    keeper.change({ text: 'Dear' });
    pass();
    keeper.change({ text: 'Dear Maya' });
    keeper.confirm(offered[0] ?? null, '2031-05-04T12:00:00.000Z');
    pass();
    expect(read()).toEqual({
      values: { text: 'Dear Maya' },
      savedAtMs: 1_000 + 2 * draftDelayMs,
      base: '2031-05-04T12:00:00.000Z',
      isSent: false,
    });
  });

  test('does not bring back what was cleared', () => {
    const { keeper, pass, stored, offered } = startKeeper();
    keeper.change({ text: 'Dear' });
    pass();
    keeper.clear();
    keeper.confirm(offered[0] ?? null, '2031-05-04T12:00:00.000Z');
    expect(stored.size).toBe(0);
  });
});

describe('after the session', () => {
  const version = '2031-05-04T12:00:00.000Z';

  test('what the server takes late does not stay in this browser', () => {
    const { keeper, pass, stored, offered, end } = startKeeper();
    keeper.change({ text: 'Dear Maya' });
    pass();
    end();
    keeper.confirm(offered[0] ?? null, version);
    expect(stored.size).toBe(0);
  });

  test('the last words, which the server never had, are stored', () => {
    const { keeper, read, end } = startKeeper();
    keeper.change({ text: 'Dear Maya' });
    end();
    keeper.flush();
    expect(read()).toMatchObject({ values: { text: 'Dear Maya' }, isSent: false });
  });

  test('what somebody went on with since stays when the server takes the words before', () => {
    const { keeper, pass, stored, offered, end } = startKeeper();
    keeper.change({ text: 'Dear Maya' });
    pass();
    end();
    stored.set('draft', 'more words');
    keeper.confirm(offered[0] ?? null, version);
    expect(stored.get('draft')).toBe('more words');
  });
});

describe('in two tabs', () => {
  function writeInTwo() {
    const here = startKeeper();
    const there = startKeeper({ stored: here.stored });
    return { here, there };
  }

  test('who is done in one leaves what the other has gone on with, here and on the server', () => {
    const { here, there } = writeInTwo();
    here.keeper.change({ text: 'Dear Maya' });
    here.pass();
    there.keeper.change({ text: 'Dear Leo' });
    there.pass();
    here.keeper.clear();
    expect(there.read()?.values).toEqual({ text: 'Dear Leo' });
    expect(here.offered).toEqual([{ text: 'Dear Maya' }]);
  });

  test('what one has taken away with its own, the other stores and sends again', () => {
    const { here, there } = writeInTwo();
    there.keeper.change({ text: 'Dear Leo' });
    there.pass();
    here.keeper.change({ text: 'Dear Maya' });
    here.pass();
    here.keeper.clear();
    expect(there.read()).toBeNull();
    expect(there.keeper.flush()).toBe(true);
    expect(there.read()?.values).toEqual({ text: 'Dear Leo' });
    expect(there.offered).toEqual([{ text: 'Dear Leo' }, { text: 'Dear Leo' }]);
  });

  test('who only looks on does not bring back what the other has saved', () => {
    const here = startKeeper();
    here.keeper.change({ text: 'Dear Maya' });
    here.pass();
    const there = startKeeper({ stored: here.stored, restored: here.read() });
    there.keeper.settle();
    here.keeper.clear();
    expect(there.keeper.flush()).toBe(true);
    expect(here.stored.size).toBe(0);
    expect(there.offered).toEqual([]);
  });

  test('what both have is forgotten by whoever saves it, also after the other wrote down its version', () => {
    const here = startKeeper();
    here.keeper.change({ text: 'Dear Maya' });
    here.pass();
    const there = startKeeper({ stored: here.stored, restored: here.read() });
    there.keeper.settle();
    there.keeper.confirm(there.read()?.values ?? null, '2031-05-04T12:00:00.000Z');
    here.keeper.clear();
    expect(here.stored.size).toBe(0);
    expect(here.offered).toEqual([{ text: 'Dear Maya' }, null]);
  });

  test('what a sign-out has taken away is not stored again', () => {
    const { here } = writeInTwo();
    here.keeper.change({ text: 'Dear Maya' });
    here.pass();
    here.stored.clear();
    here.end();
    here.keeper.flush();
    expect(here.stored.size).toBe(0);
  });
});
