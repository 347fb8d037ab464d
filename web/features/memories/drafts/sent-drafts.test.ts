import { afterEach, expect, test, vi } from 'vitest';
import { clearSession } from '../../../lib/api/session-end.ts';
import { deleteSentDrafts, deleteSentDraftsOnSignOut } from './sent-drafts.ts';
import type { LocalDraft } from './stored-draft.ts';
import { draftKey } from './stored-draft.ts';

test('deletes only the drafts that the server also holds', () => {
  const draft = (isSent: boolean) => {
    const kept: LocalDraft<object> = { values: { text: '"isSent":true}' }, savedAtMs: 1, base: null, isSent };
    return JSON.stringify(kept);
  };
  const stays = {
    [draftKey('ruth', 'photo')]: draft(false),
    [draftKey('ruth', 'audio')]: 'no json',
    theme: 'dark',
    something: draft(true),
  };
  const items: Record<string, string> = {
    [draftKey('ruth', 'letter')]: draft(true),
    ...stays,
    [draftKey('ruth', 'legacy:1')]: draft(true),
    [draftKey('leo', 'letter')]: draft(true),
  };
  deleteSentDrafts(
    Object.setPrototypeOf(items, {
      getItem: (key: string) => items[key] ?? null,
      removeItem: (key: string) => delete items[key],
    }),
  );
  expect({ ...items }).toEqual(stays);
});

afterEach(() => vi.unstubAllGlobals());

test('the end of a session, as after a password reset, deletes what the server also holds', () => {
  const items: Record<string, string> = {
    auth_token: 'token',
    auth_user: '{}',
    [draftKey('ruth', 'letter')]: '{"values":{},"savedAtMs":1,"base":null,"isSent":true}',
    [draftKey('ruth', 'photo')]: '{"values":{},"savedAtMs":1,"base":null,"isSent":false}',
  };
  const localStorage = Object.setPrototypeOf(items, {
    getItem: (key: string) => items[key] ?? null,
    removeItem: (key: string) => delete items[key],
  });
  vi.stubGlobal('localStorage', localStorage);
  const forgetTab = vi.fn();
  vi.stubGlobal('sessionStorage', { clear: forgetTab });
  vi.stubGlobal('window', { localStorage, addEventListener: () => undefined });
  deleteSentDraftsOnSignOut();
  clearSession();
  expect(Object.keys(items)).toEqual([draftKey('ruth', 'photo')]);
  expect(forgetTab).toHaveBeenCalledOnce();
});
