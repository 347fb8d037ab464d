import { describe, expect, test } from 'vitest';
import { createLocalDraft, saveDelayMs } from './local-draft.ts';
import type { LocalDraft } from './stored-draft.ts';

interface Letter {
  text: string;
}

interface Start {
  isFull?: boolean;
  restored?: LocalDraft<Letter> | null;
  /** The storage of another tab. */
  stored?: Map<string, string>;
}

function openDraft({ isFull = false, restored, stored = new Map() }: Start = {}) {
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
  const environment = {
    storage,
    nowMs: () => nowMs,
    startTimer: (run: () => void) => {
      timers.set(++lastTimer, run);
      return lastTimer;
    },
    stopTimer: (timer: unknown) => void timers.delete(Number(timer)),
    isOver: () => isOver,
  };
  const draft = createLocalDraft<Letter>(environment, {
    key: 'draft',
    restored,
    isBlank: (letter) => letter.text.trim() === '',
    onSaved: (savedAtMs) => heard.push(savedAtMs),
    onFailed: () => heard.push('failed'),
    onChanged: (values) => offered.push(values),
  });
  const pass = () => {
    nowMs += saveDelayMs;
    for (const [timer, run] of timers) {
      timers.delete(timer);
      run();
    }
  };
  const read = (): LocalDraft<Letter> | null => JSON.parse(stored.get('draft') ?? 'null');
  const end = () => {
    isOver = true;
  };
  return { draft, pass, heard, offered, timers, read, stored, end };
}

const unsent = { basedOn: ['none'], isSent: false };

describe('saving a draft', () => {
  test('stores the last of several changes, once, a moment after the first', () => {
    const { draft, pass, read, heard, offered } = openDraft();
    draft.change({ text: 'Dear' });
    draft.change({ text: 'Dear Maya' });
    expect(read()).toBeNull();
    pass();
    expect(read()).toEqual({ values: { text: 'Dear Maya' }, savedAtMs: 1_000 + saveDelayMs, ...unsent });
    expect(heard).toEqual([1_000 + saveDelayMs]);
    expect(offered).toEqual([{ text: 'Dear Maya' }]);
  });

  test('saves while somebody types without a pause', () => {
    const { draft, timers } = openDraft();
    draft.change({ text: 'D' });
    const [timer] = timers.keys();
    draft.change({ text: 'De' });
    expect([...timers.keys()]).toEqual([timer]);
  });

  test('saves at once when asked, and reports that there is something saved', () => {
    const { draft, pass, read, heard, offered } = openDraft();
    draft.change({ text: 'Dear Maya' });
    expect(draft.flush()).toBe(true);
    expect(read()?.values.text).toBe('Dear Maya');
    expect(draft.flush()).toBe(true);
    pass();
    expect(heard).toHaveLength(1);
    expect(offered).toHaveLength(1);
  });

  test('without text there is nothing to save', () => {
    const { draft, read } = openDraft();
    expect(draft.flush()).toBe(false);
    draft.change({ text: '  ' });
    expect(draft.flush()).toBe(false);
    expect(read()).toBeNull();
  });

  test('an unchanged restored draft counts as saved, and is not stored again', () => {
    const restored = { values: { text: 'Dear Maya' }, savedAtMs: 1, basedOn: [], isSent: false };
    const { draft, heard, offered } = openDraft({ restored });
    expect(draft.flush()).toBe(true);
    expect(heard).toEqual([]);
    expect(offered).toEqual([]);
  });

  test('deleting the text deletes the draft, here and on the server', () => {
    const { draft, pass, read, heard, offered } = openDraft();
    draft.change({ text: 'Dear Maya' });
    pass();
    draft.change({ text: '' });
    pass();
    expect(read()).toBeNull();
    expect(heard.at(-1)).toBeNull();
    expect(offered.at(-1)).toBeNull();
  });

  test('clear deletes the draft and cancels the pending save', () => {
    const { draft, pass, stored, offered } = openDraft();
    draft.change({ text: 'Dear' });
    pass();
    draft.change({ text: 'Dear Maya' });
    draft.clear();
    pass();
    expect(draft.flush()).toBe(false);
    expect(stored.size).toBe(0);
    expect(offered).toEqual([{ text: 'Dear' }, null]);
  });

  test('reports that storage is full, and still sends the draft to the server', () => {
    const { draft, heard, offered } = openDraft({ isFull: true });
    draft.change({ text: 'Dear Maya' });
    expect(draft.flush()).toBe(false);
    expect(draft.flush()).toBe(false);
    expect(heard).toEqual(['failed', 'failed']);
    expect(offered[0]).toEqual({ text: 'Dear Maya' });
  });

  test('leaves no timer running after a save', () => {
    const { draft, timers } = openDraft();
    draft.change({ text: 'Dear Maya' });
    draft.flush();
    expect(timers.size).toBe(0);
  });
});

describe('the restored draft', () => {
  const older = JSON.stringify({ values: { text: 'Dear' }, savedAtMs: 1, basedOn: [], isSent: false });

  test('replaces an older copy', () => {
    const restored = { values: { text: 'Dear Maya' }, savedAtMs: 5, basedOn: ['v1'], isSent: true };
    const { draft, stored, read, offered } = openDraft({ restored });
    stored.set('draft', older);
    draft.replaceStored();
    expect(read()).toEqual(restored);
    expect(offered).toEqual([]);
  });

  test('removes the older copy when there is none', () => {
    const { draft, stored } = openDraft();
    stored.set('draft', older);
    draft.replaceStored();
    expect(stored.size).toBe(0);
  });
});

describe('after the server has saved it', () => {
  test('stores the version with the draft', () => {
    const { draft, pass, read, offered } = openDraft();
    draft.change({ text: 'Dear Maya' });
    pass();
    draft.markSent(offered[0] ?? null, 'v1');
    expect(read()).toMatchObject({ basedOn: ['v1'], isSent: true });
  });

  test('does not count as sent when more was typed meanwhile', () => {
    const { draft, pass, read, offered } = openDraft();
    draft.change({ text: 'Dear' });
    pass();
    draft.change({ text: 'Dear Maya' });
    draft.markSent(offered[0] ?? null, 'v1');
    pass();
    expect(read()).toEqual({
      values: { text: 'Dear Maya' },
      savedAtMs: 1_000 + 2 * saveDelayMs,
      basedOn: ['v1'],
      isSent: false,
    });
  });

  test('does not restore a cleared draft', () => {
    const { draft, pass, stored, offered } = openDraft();
    draft.change({ text: 'Dear' });
    pass();
    draft.clear();
    draft.markSent(offered[0] ?? null, 'v1');
    expect(stored.size).toBe(0);
  });
});

describe('on the way to the server', () => {
  test('a version counts as one that the server may hold, here and after a crash, until the next is confirmed', () => {
    const { draft, pass, read, offered } = openDraft();
    draft.change({ text: 'Dear' });
    pass();
    expect(draft.beginSending('v1')).toEqual(['none']);
    draft.change({ text: 'Dear Maya' });
    pass();
    expect(draft.beginSending('v2')).toEqual(['none', 'v1']);
    expect(read()?.basedOn).toEqual(['none', 'v1', 'v2']);
    expect(draft.versions()).toEqual(['v1', 'v2']);
    draft.markSent(offered[1] ?? null, 'v2');
    expect(read()?.basedOn).toEqual(['v2']);
    expect(draft.versions()).toEqual(['v2']);
  });

  test('of many that were never confirmed, the one that was and the latest count', () => {
    const restored = { values: { text: 'Dear Maya' }, savedAtMs: 1, basedOn: ['v0'], isSent: true };
    const { draft } = openDraft({ restored });
    for (let attempt = 1; attempt <= 30; attempt += 1) draft.beginSending(`v${attempt}`);
    expect(draft.versions()).toHaveLength(20);
    expect(draft.versions()).toEqual(expect.arrayContaining(['v0', 'v30', 'v12']));
  });

  test('where another sheet has written meanwhile, it becomes a draft of its own', () => {
    const { draft, pass, read, stored } = openDraft();
    draft.change({ text: 'Dear Maya' });
    pass();
    draft.beginSending('v1');
    draft.moveTo('draft of its own');
    expect(read()).toBeNull();
    expect(JSON.parse(stored.get('draft of its own') ?? '')).toMatchObject({
      values: { text: 'Dear Maya' },
      ...unsent,
    });
    draft.change({ text: 'Dear Maya, hello' });
    pass();
    expect([...stored.keys()]).toEqual(['draft of its own']);
  });

  test('what another tab has stored under the previous name stays there', () => {
    const { draft, pass, stored } = openDraft();
    draft.change({ text: 'Dear Maya' });
    pass();
    stored.set('draft', 'Dear Leo');
    draft.moveTo('draft of its own');
    expect(stored.get('draft')).toBe('Dear Leo');
  });
});

describe('after the session has ended', () => {
  const version = 'v1';

  test('a draft that the server confirms late does not stay in this browser', () => {
    const { draft, pass, stored, offered, end } = openDraft();
    draft.change({ text: 'Dear Maya' });
    pass();
    end();
    draft.markSent(offered[0] ?? null, version);
    expect(stored.size).toBe(0);
  });

  test('stores the last text, which the server never received', () => {
    const { draft, read, end } = openDraft();
    draft.change({ text: 'Dear Maya' });
    end();
    draft.flush();
    expect(read()).toMatchObject({ values: { text: 'Dear Maya' }, isSent: false });
  });

  test('a late confirmation does not delete a newer draft', () => {
    const { draft, pass, stored, offered, end } = openDraft();
    draft.change({ text: 'Dear Maya' });
    pass();
    end();
    stored.set('draft', 'more words');
    draft.markSent(offered[0] ?? null, version);
    expect(stored.get('draft')).toBe('more words');
  });
});

describe('in two tabs', () => {
  function writeInTwo() {
    const here = openDraft();
    const there = openDraft({ stored: here.stored });
    return { here, there };
  }

  test('clearing in one tab keeps what the other has changed, here and on the server', () => {
    const { here, there } = writeInTwo();
    here.draft.change({ text: 'Dear Maya' });
    here.pass();
    there.draft.change({ text: 'Dear Leo' });
    there.pass();
    here.draft.clear();
    expect(there.read()?.values).toEqual({ text: 'Dear Leo' });
    expect(here.offered).toEqual([{ text: 'Dear Maya' }]);
  });

  test('what one tab has deleted, the other tab stores and sends again', () => {
    const { here, there } = writeInTwo();
    there.draft.change({ text: 'Dear Leo' });
    there.pass();
    here.draft.change({ text: 'Dear Maya' });
    here.pass();
    here.draft.clear();
    expect(there.read()).toBeNull();
    expect(there.draft.flush()).toBe(true);
    expect(there.read()?.values).toEqual({ text: 'Dear Leo' });
    expect(there.offered).toEqual([{ text: 'Dear Leo' }, { text: 'Dear Leo' }]);
  });

  test('an unchanged second tab does not restore what the first has finished', () => {
    const here = openDraft();
    here.draft.change({ text: 'Dear Maya' });
    here.pass();
    const there = openDraft({ stored: here.stored, restored: here.read() });
    there.draft.replaceStored();
    here.draft.clear();
    expect(there.draft.flush()).toBe(true);
    expect(here.stored.size).toBe(0);
    expect(there.offered).toEqual([]);
  });

  test('either tab deletes a draft that both have, even after the other has stored its version', () => {
    const here = openDraft();
    here.draft.change({ text: 'Dear Maya' });
    here.pass();
    const there = openDraft({ stored: here.stored, restored: here.read() });
    there.draft.replaceStored();
    there.draft.markSent(there.read()?.values ?? null, 'v1');
    here.draft.clear();
    expect(here.stored.size).toBe(0);
    expect(here.offered).toEqual([{ text: 'Dear Maya' }, null]);
  });

  test('a draft that a sign-out has deleted is not stored again', () => {
    const { here } = writeInTwo();
    here.draft.change({ text: 'Dear Maya' });
    here.pass();
    here.stored.clear();
    here.end();
    here.draft.flush();
    expect(here.stored.size).toBe(0);
  });
});
