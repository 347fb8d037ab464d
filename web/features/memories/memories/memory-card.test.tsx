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
});
