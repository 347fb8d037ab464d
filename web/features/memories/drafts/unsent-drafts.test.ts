import { expect, test } from 'vitest';
import type { ServerDraft } from './stored-draft.ts';
import { draftKey } from './stored-draft.ts';
import { sendUnsentDrafts } from './unsent-drafts.ts';

const at = (second: number) => new Date(second * 1000).toISOString();
const textOf = (text: string, more: object = {}) =>
  JSON.stringify({ values: { text }, savedAtMs: 10_000, base: null, isSent: false, ...more });
const letter = draftKey('ruth', 'letter');

interface Given {
  here: Record<string, string>;
  there?: Record<string, ServerDraft<unknown>>;
  /** What happens while something is sent. */
  onSend?: (stored: Map<string, string>) => void;
}

async function leaveBrowser({ here, there = {}, onSend }: Given) {
  const stored = new Map(Object.entries(here));
  const sent: [string, unknown][] = [];
  let lists = 0;
  const storage = {
    get length() {
      return stored.size;
    },
    key: (place: number) => [...stored.keys()][place] ?? null,
    getItem: (key: string) => stored.get(key) ?? null,
    removeItem: (key: string) => void stored.delete(key),
  };
  const list = () => {
    lists += 1;
    return Promise.resolve(new Map(Object.entries(there)));
  };
  const send = async (kind: string, texts: Record<string, string>) => {
    sent.push([kind, texts]);
    onSend?.(stored);
  };
  await sendUnsentDrafts({ storage, list, send }, 'ruth');
  return { left: [...stored.keys()], sent, lists };
}

test('an unsent draft is sent, and removed from the browser', async () => {
  const { left, sent } = await leaveBrowser({ here: { [letter]: textOf('Dear Maya') } });
  expect(sent).toEqual([['letter', { text: 'Dear Maya' }]]);
  expect(left).toEqual([]);
});

test('without unsent drafts there is no request', async () => {
  const here = { [letter]: textOf('Dear Maya', { isSent: true }), theme: 'dark' };
  expect(await leaveBrowser({ here })).toEqual({ left: [letter, 'theme'], sent: [], lists: 0 });
});

test('the drafts of others and invalid ones stay as they are', async () => {
  const here = {
    [draftKey('leo', 'letter')]: textOf('Dear Ana'),
    [letter]: '{"values":{"text":7},"savedAtMs":1}',
  };
  expect(await leaveBrowser({ here })).toMatchObject({ left: Object.keys(here), sent: [] });
});

test('does not overwrite a newer draft of another device', async () => {
  const there = { letter: { values: { text: 'Dear Leo' }, updatedAt: at(11) } };
  expect(await leaveBrowser({ here: { [letter]: textOf('Dear Maya') }, there })).toMatchObject({
    left: [],
    sent: [],
  });
});

test('overwrites an older draft of another device', async () => {
  const there = { letter: { values: { text: 'Dear' }, updatedAt: at(9) } };
  const { sent } = await leaveBrowser({ here: { [letter]: textOf('Dear Maya') }, there });
  expect(sent).toHaveLength(1);
});

test('stays when it cannot be sent, and the others are still sent', async () => {
  const photo = draftKey('ruth', 'photo');
  let isFirst = true;
  const { left, sent } = await leaveBrowser({
    here: { [letter]: textOf('Dear Maya'), [photo]: textOf('The harbour') },
    onSend: () => {
      if (!isFirst) return;
      isFirst = false;
      throw new TypeError('Failed to fetch');
    },
  });
  expect(sent).toHaveLength(2);
  expect(left).toEqual([letter]);
});

test('a draft that was changed meanwhile stays', async () => {
  const { left } = await leaveBrowser({
    here: { [letter]: textOf('Dear') },
    onSend: (stored) => stored.set(letter, textOf('Dear Maya')),
  });
  expect(left).toEqual([letter]);
});
