import { expect, test } from 'vitest';
import { deleteSentDrafts } from './sent-drafts.ts';
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
