import { describe, expect, test } from 'vitest';
import { createToastQueue } from './toast.ts';

/** Timers that fire only when told to. */
function startQueue() {
  let nowMs = 0;
  let nextTimer = 1;
  const due = new Map<number, { atMs: number; run: () => void }>();
  const queue = createToastQueue({
    start: (run, delayMs) => {
      due.set(nextTimer, { atMs: nowMs + delayMs, run });
      return nextTimer++;
    },
    stop: (timer) => {
      if (typeof timer === 'number') due.delete(timer);
    },
    now: () => nowMs,
  });

  function pass(ms: number) {
    nowMs += ms;
    for (const [timer, { atMs, run }] of due) {
      if (atMs > nowMs) continue;
      due.delete(timer);
      run();
    }
  }

  const openTitles = () => queue.list().flatMap((toast) => (toast.isOpen ? [toast.title] : []));
  return { queue, pass, openTitles };
}

describe('toasts', () => {
  test('a toast shows for 5000 ms', () => {
    const { queue, pass, openTitles } = startQueue();
    queue.add({ title: 'Saved' });
    pass(4999);
    expect(openTitles()).toEqual(['Saved']);
    pass(1);
    expect(openTitles()).toEqual([]);
  });

  test('with something to press it shows for 15,000 ms', () => {
    const { queue, pass, openTitles } = startQueue();
    queue.add({ title: 'Cancelled', action: { label: 'Undo', onPress: () => undefined } });
    pass(14_999);
    expect(openTitles()).toEqual(['Cancelled']);
    pass(1);
    expect(openTitles()).toEqual([]);
  });

  test('only one shows at a time: the newest', () => {
    const { queue, openTitles } = startQueue();
    queue.add({ title: 'First' });
    queue.add({ title: 'Second' });
    expect(openTitles()).toEqual(['Second']);
    expect(queue.list()).toHaveLength(1);
  });

  test('the newest has its own full 5000 ms', () => {
    const { queue, pass, openTitles } = startQueue();
    queue.add({ title: 'First' });
    pass(4000);
    queue.add({ title: 'Second' });
    pass(4000);
    expect(openTitles()).toEqual(['Second']);
    pass(1000);
    expect(openTitles()).toEqual([]);
  });

  test('a dismissed toast closes at once and is removed 1,000,000 ms later', () => {
    const { queue, pass } = startQueue();
    const id = queue.add({ title: 'Saved' });
    queue.dismiss(id);
    expect(queue.list()).toEqual([{ title: 'Saved', id, isOpen: false }]);
    pass(999_999);
    expect(queue.list()).toHaveLength(1);
    pass(1);
    expect(queue.list()).toEqual([]);
  });

  test('the removal of an old toast leaves a new one alone', () => {
    const { queue, pass, openTitles } = startQueue();
    queue.dismiss(queue.add({ title: 'Old' }));
    pass(999_000);
    queue.add({ title: 'New' });
    pass(1000);
    expect(openTitles()).toEqual(['New']);
  });

  test('an old error leaves when the thing has succeeded; other toasts stay', () => {
    const { queue, openTitles } = startQueue();
    queue.add({ title: 'Error saving answer', variant: 'destructive' });
    queue.dismissErrors();
    expect(openTitles()).toEqual([]);
    queue.add({ title: 'Saved' });
    queue.dismissErrors();
    expect(openTitles()).toEqual(['Saved']);
  });

  test('a hovered toast stays, and then shows for the time it had left', () => {
    const { queue, pass, openTitles } = startQueue();
    const id = queue.add({ title: 'Saved' });
    pass(3000);
    queue.pause(id);
    queue.pause(id);
    pass(60_000);
    expect(openTitles()).toEqual(['Saved']);
    queue.resume(id);
    pass(1999);
    expect(openTitles()).toEqual(['Saved']);
    pass(1);
    expect(openTitles()).toEqual([]);
  });

  test('resuming a dismissed toast does not bring it back', () => {
    const { queue, pass, openTitles } = startQueue();
    const id = queue.add({ title: 'Saved' });
    queue.pause(id);
    queue.dismiss(id);
    queue.resume(id);
    pass(10_000);
    expect(openTitles()).toEqual([]);
  });

  test('listeners are called on each change until they unsubscribe', () => {
    const { queue } = startQueue();
    let changes = 0;
    const leave = queue.subscribe(() => changes++);
    const id = queue.add({ title: 'Saved' });
    queue.dismiss(id);
    leave();
    queue.add({ title: 'Unheard' });
    expect(changes).toBe(2);
  });
});
