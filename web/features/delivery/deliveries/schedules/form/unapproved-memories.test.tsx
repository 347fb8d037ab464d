import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Memory } from '../../../../../../shared/memories/memories.ts';
import { someMemory } from '../../../../../../test/some-memory.ts';
import { UnapprovedMemories } from './unapproved-memories.tsx';

function say(approvals: Record<string, Memory['approval']>): string {
  const memories = Object.entries(approvals).map(([title, approval]) =>
    someMemory({ id: `id-${title}`, title, approval, isApproved: approval === 'approved' }),
  );
  return renderToStaticMarkup(<UnapprovedMemories memories={memories} chosen={null} />);
}

test('a memory that cannot be opened is to be replaced, and is not said to be still checked', () => {
  const html = say({ Garden: 'unreadable', Song: 'approved' });
  expect(html).toContain('“Garden” cannot be opened');
  expect(html).toContain('href="/upload?edit=id-Garden"');
  expect(html).not.toMatch(/checked|Song/);
});

test('one that is being checked, and one that a person looks at, say so', () => {
  const html = say({ Garden: 'checking', Song: 'in_review' });
  expect(html).toContain('“Garden” is still being checked.');
  expect(html).toContain('“Song” waits for a person to look at it.');
  expect(html).not.toContain('Replace');
});

test('several are named, up to three', () => {
  const html = say({ A: 'checking', B: 'checking', C: 'checking', D: 'checking' });
  expect(html).toContain('“A”, “B”, “C” and 1 more are still being checked.');
});

test('nothing is said when all are approved', () => {
  expect(say({ A: 'approved' })).not.toContain('<p>');
});
