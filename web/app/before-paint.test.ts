/** The script that runs before the first paint marks whether somebody is signed in, and sets the colours. */
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

const script = readFileSync('web/public/before-paint.js', 'utf8');

type Items = Record<string, string>;
const storage = (items: Items) => ({ getItem: (key: string) => items[key] ?? null });

/** Runs it on the landing page. */
function paint(window: object) {
  const root = {
    dataset: {} as Items,
    isSignedIn: false,
    toggleAttribute: (_name: string, isOn: boolean) => {
      root.isSignedIn = isOn;
    },
  };
  const tag = { addEventListener: () => undefined, remove: () => undefined };
  const app = { content: { cloneNode: () => ({ querySelector: () => tag }) } };
  const document = {
    ...{ documentElement: root, readyState: 'complete', head: { append: () => undefined } },
    getElementById: (id: string) => (id === 'app' ? app : null),
  };
  runInNewContext(script, { document, addEventListener: () => undefined, ...window });
  return { theme: root.dataset['theme'], isSignedIn: root.isSignedIn, isApp: 'app' in root.dataset };
}

const nobody = { theme: undefined, isSignedIn: false, isApp: false };
const ruth = { auth_token: 'token', auth_user: '{}' };

test.each<[string, Items, Items, object]>([
  ['nobody', {}, {}, nobody],
  ['somebody who is signed in', ruth, {}, { ...nobody, isSignedIn: true, isApp: true }],
  ['half a session', { auth_token: 'token' }, {}, nobody],
  ['who was just signed out', {}, { session_end_notice: '{}' }, { ...nobody, isApp: true }],
  ['who chose dark', { theme: 'dark' }, {}, { ...nobody, theme: 'dark' }],
  ['a theme that there is not', { theme: 'pink' }, {}, nobody],
])('%s', (_who, local, session, shown) => {
  expect(paint({ localStorage: storage(local), sessionStorage: storage(session) })).toEqual(shown);
});

test('where the browser keeps nothing the page stays as it is', () => {
  const refuses = () => {
    throw new Error('storage is blocked');
  };
  const blocked = { getItem: refuses };
  expect(paint({ localStorage: blocked, sessionStorage: blocked })).toEqual(nobody);
});
