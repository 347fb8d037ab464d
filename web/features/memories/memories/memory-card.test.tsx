import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { someMemory } from '../../../../test/some-memory.ts';
import { MemoryCard } from './memory-card.tsx';

const card = (fields: Parameters<typeof someMemory>[0]) =>
  renderToStaticMarkup(<MemoryCard memory={someMemory(fields)} timeZone="UTC" />);

const files = { fileUrl: '/file', displayUrl: '/display' };

describe('View', () => {
  test.each([
    ['video', '/display'],
    ['audio', '/display'],
    ['photo', '/file'],
  ] as const)('%s opens %s', (type, url) => {
    expect(card({ type, ...files })).toContain(`href="${url}"`);
  });
});

describe('a memory that is not approved', () => {
  const heldReason = 'This video cannot be opened to its end; it may be damaged.';

  test('offers to replace a file that cannot be opened', () => {
    const html = card({ type: 'video', id: 'x', isApproved: false, approval: 'unreadable', heldReason });
    expect(html).toContain(heldReason);
    expect(html).toMatch(/href="\/upload\?edit=x"[^>]*>Replace the file/);
  });

  test('does not ask for another file while a person looks at it', () => {
    const html = card({ isApproved: false, approval: 'in_review', heldReason: 'It waits.' });
    expect(html).toContain('It waits.');
    expect(html).not.toContain('Replace');
  });

  test('says why a person did not approve it, and leads to where it is changed', () => {
    const html = card({ id: 'x', isApproved: false, approval: 'rejected', heldReason: 'It breaks off.' });
    expect(html).toContain('Not approved');
    expect(html).toContain('It breaks off.');
    expect(html).toMatch(/href="\/upload\?edit=x"[^>]*>Change it/);
  });
});

test('says when a member of staff opened it, and why', () => {
  const openings = [{ openedAt: '2026-11-22T12:00:00.000Z', reason: 'The check found a page in it' }];
  expect(card({ openings })).toContain(
    'A member of staff opened this on 22 November 2026. Reason: The check found a page in it',
  );
});
