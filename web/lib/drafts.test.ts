import { describe, expect, test } from 'vitest';
import { createDraftKeeper, draftDelayMs, readDraft } from './drafts.ts';

interface Letter {
  text: string;
}

function parse(values: unknown): Letter | null {
  const isLetter = typeof values === 'object' && values !== null && 'text' in values;
  return isLetter && typeof values.text === 'string' ? { text: values.text } : null;
}

function startKeeper({ isFull = false, restored }: { isFull?: boolean; restored?: Letter } = {}) {
  const stored = new Map<string, string>();
  const timers = new Map<number, () => void>();
  const heard: (number | null | 'failed')[] = [];
  let nowMs = 1_000;
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
  };
  const keeper = createDraftKeeper<Letter>(world, {
    key: 'draft',
    restored,
    isBlank: (letter) => letter.text.trim() === '',
    onKept: (savedAtMs) => heard.push(savedAtMs),
    onFailed: () => heard.push('failed'),
  });
  const pass = () => {
    nowMs += draftDelayMs;
    for (const [timer, run] of timers) {
      timers.delete(timer);
      run();
    }
  };
  return { keeper, pass, heard, timers, read: () => readDraft(storage, 'draft', parse), stored };
}

describe('keeping a draft', () => {
  test('stores the last of several changes, once, a moment after it', () => {
    const { keeper, pass, read, heard } = startKeeper();
    keeper.change({ text: 'Dear' });
    keeper.change({ text: 'Dear Maya' });
    expect(read()).toBeNull();
    pass();
    expect(read()).toEqual({ values: { text: 'Dear Maya' }, savedAtMs: 1_000 + draftDelayMs });
    expect(heard).toEqual([1_000 + draftDelayMs]);
  });

  test('stores at once when asked, and says that there is something kept', () => {
    const { keeper, pass, read, heard } = startKeeper();
    keeper.change({ text: 'Dear Maya' });
    expect(keeper.flush()).toBe(true);
    expect(read()?.values.text).toBe('Dear Maya');
    expect(keeper.flush()).toBe(true);
    pass();
    expect(heard).toHaveLength(1);
  });

  test('nothing typed is nothing to keep', () => {
    const { keeper, read } = startKeeper();
    expect(keeper.flush()).toBe(false);
    keeper.change({ text: '  ' });
    expect(keeper.flush()).toBe(false);
    expect(read()).toBeNull();
  });

  test('a restored draft that nobody touched is something kept, and is not stored anew', () => {
    const { keeper, heard } = startKeeper({ restored: { text: 'Dear Maya' } });
    expect(keeper.flush()).toBe(true);
    expect(heard).toEqual([]);
  });

  test('text that was deleted takes its draft with it', () => {
    const { keeper, pass, read, heard } = startKeeper();
    keeper.change({ text: 'Dear Maya' });
    pass();
    keeper.change({ text: '' });
    pass();
    expect(read()).toBeNull();
    expect(heard.at(-1)).toBeNull();
  });

  test('clearing forgets it, and what was about to be stored as well', () => {
    const { keeper, pass, stored } = startKeeper();
    keeper.change({ text: 'Dear' });
    pass();
    keeper.change({ text: 'Dear Maya' });
    keeper.clear();
    pass();
    expect(keeper.flush()).toBe(false);
    expect(stored.size).toBe(0);
  });

  test('a full storage is said, and tried again at the next chance', () => {
    const { keeper, heard } = startKeeper({ isFull: true });
    keeper.change({ text: 'Dear Maya' });
    expect(keeper.flush()).toBe(false);
    expect(keeper.flush()).toBe(false);
    expect(heard).toEqual(['failed', 'failed']);
  });

  test('no timer is left after storing', () => {
    const { keeper, timers } = startKeeper();
    keeper.change({ text: 'Dear Maya' });
    keeper.flush();
    expect(timers.size).toBe(0);
  });
});

describe('reading a draft', () => {
  const storageWith = (text: string | null) => ({ getItem: () => text });

  test.each([
    null,
    '',
    'no json',
    '7',
    '{}',
    '{"values":{"text":7},"savedAtMs":1}',
    '{"values":{"text":"a"}}',
  ])('what is no draft is none: %s', (text) => {
    expect(readDraft(storageWith(text), 'draft', parse)).toBeNull();
  });
});
