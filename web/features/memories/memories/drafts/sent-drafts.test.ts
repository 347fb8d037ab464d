import { afterEach, expect, test, vi } from 'vitest';
import { clearSession } from '../../../../lib/api/session-end.ts';
import { deleteSentDrafts, deleteSentDraftsOnSignOut } from './sent-drafts.ts';
import { draftKey, type LocalDraft } from './stored-draft.ts';

const keyOf = (ownerId: string, kind: string) => draftKey(ownerId, { kind, id: null });

test('deletes only the drafts that the server also holds', () => {
  const draft = (isSent: boolean) => {
    const kept: LocalDraft<object> = {
      values: { text: '"isSent":true}' },
      savedAtMs: 1,
      basedOn: [],
      isSent,
    };
    return JSON.stringify(kept);
  };
  const stays = {
    [keyOf('ruth', 'photo')]: draft(false),
    [keyOf('ruth', 'audio')]: 'no json',
    theme: 'dark',
    something: draft(true),
  };
  const items: Record<string, string> = {
    [keyOf('ruth', 'letter')]: draft(true),
    ...stays,
    [keyOf('ruth', 'legacy:1')]: draft(true),
    [keyOf('leo', 'letter')]: draft(true),
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
    [keyOf('ruth', 'letter')]: '{"values":{},"savedAtMs":1,"basedOn":["v1"],"isSent":true}',
    [keyOf('ruth', 'photo')]: '{"values":{},"savedAtMs":1,"basedOn":["v1"],"isSent":false}',
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
  expect(Object.keys(items)).toEqual([keyOf('ruth', 'photo')]);
  expect(forgetTab).toHaveBeenCalledOnce();
});
