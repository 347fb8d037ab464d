import { expect, test } from 'vitest';
import { type DraftName, draftKey, pathOf, type ServerDraft } from './stored-draft.ts';
import { sendUnsentDrafts } from './unsent-drafts.ts';

const textOf = (text: string, more: object = {}) =>
  JSON.stringify({ values: { text }, savedAtMs: 10_000, basedOn: [], isSent: false, ...more });
const letter = draftKey('ruth', { kind: 'letter', id: null });

const onServer: ServerDraft<unknown> = {
  kind: 'letter',
  id: null,
  values: {},
  version: 'v1',
  device: null,
  updatedAt: '2031-05-04T12:00:00.000Z',
};

interface Given {
  here: Record<string, string>;
  there?: readonly ServerDraft<unknown>[];
  /** Called while something is being sent. */
  onSend?: (stored: Map<string, string>) => void;
}

async function leaveBrowser({ here, there = [], onSend }: Given) {
  const stored = new Map(Object.entries(here));
  const sent: unknown[] = [];
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
    return Promise.resolve(there);
  };
  const keep = async (name: DraftName, texts: Record<string, string>, basedOn: readonly string[]) => {
    sent.push([pathOf(name), texts, basedOn]);
    onSend?.(stored);
  };
  await sendUnsentDrafts({ storage, list, keep }, 'ruth');
  return { left: [...stored.keys()], sent, lists };
}

test('an unsent draft is sent, and removed from the browser', async () => {
  const { left, sent } = await leaveBrowser({ here: { [letter]: textOf('Dear Maya') } });
  expect(sent).toEqual([['letter', { text: 'Dear Maya' }, []]]);
  expect(left).toEqual([]);
});

test('without unsent drafts there is no request', async () => {
  const here = { [letter]: textOf('Dear Maya', { isSent: true }), theme: 'dark' };
  expect(await leaveBrowser({ here })).toEqual({ left: [letter, 'theme'], sent: [], lists: 0 });
});

test('the drafts of others and invalid ones stay as they are', async () => {
  const here = {
    [draftKey('leo', { kind: 'letter', id: null })]: textOf('Dear Ana'),
    [letter]: '{"values":{"text":7},"savedAtMs":1}',
  };
  expect(await leaveBrowser({ here })).toMatchObject({ left: Object.keys(here), sent: [] });
});

test('is sent with what it is based on, so that what another device has written since is not overwritten', async () => {
  const { left, sent } = await leaveBrowser({
    here: { [letter]: textOf('Dear Maya', { basedOn: ['v1'] }) },
    there: [{ ...onServer, values: { text: 'Dear Leo' }, version: 'v2' }],
  });
  expect(sent).toEqual([['letter', { text: 'Dear Maya' }, ['v1']]]);
  expect(left).toEqual([]);
});

test('what the server holds word for word is not sent again', async () => {
  const { left, sent } = await leaveBrowser({
    here: { [letter]: textOf('Dear Maya') },
    there: [{ ...onServer, values: { text: 'Dear Maya' } }],
  });
  expect([left, sent]).toEqual([[], []]);
});

test('stays when it cannot be sent, and the others are still sent', async () => {
  const photo = draftKey('ruth', { kind: 'photo', id: null });
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
