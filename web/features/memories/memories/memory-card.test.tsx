import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { someMemory } from '../../../../test/some-memory.ts';
import { MemoryCard } from './memory-card.tsx';
import type { MemoryDay } from './memory-day.tsx';
import { excerptOf } from './memory-facts.ts';

const doNothing = () => undefined;
const card = (fields: Parameters<typeof someMemory>[0], day: MemoryDay | null | undefined = undefined) =>
  renderToStaticMarkup(
    <MemoryCard
      memory={someMemory(fields)}
      day={day}
      timeZone="UTC"
      onEdit={doNothing}
      onDelete={doNothing}
    />,
  );

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

test('title, picture and “View letter” lead to the page on which it is read', () => {
  const html = card({ id: 'x', title: 'For your thirtieth' });
  expect(html.match(/href="\/memories\/x"/g)).toHaveLength(3);
  expect(html).toMatch(/<h3[^>]*><a [^>]*><span[^>]*>For your thirtieth</);
});

describe('the day', () => {
  const maya = { to: 'Maya', when: '4 May 2031', scheduleId: null };
  test('stands before the badge, which still says that it is approved', () => {
    expect(card({}, maya)).toMatch(/Maya, 4 May 2031.*Approved/s);
  });

  test('says whom where that is not the person it is addressed to', () => {
    const to = { recipient: 'Maya Alvarez', recipientId: 'maya' };
    const words = (day: MemoryDay) => card(to, day).replaceAll(/<[^>]+>/g, '');
    expect(words({ ...maya, onlyToId: 'maya' })).toContain('To: Maya Alvarez · 4 May 2031');
    expect(words({ ...maya, onlyToId: 'another Maya' })).toContain('To: Maya Alvarez · Maya, 4 May 2031');
    expect(words({ ...maya, to: 'Maya and Leo' })).toContain('To: Maya Alvarez · Maya and Leo, 4 May 2031');
  });

  test('does not repeat a name that was typed', () => {
    const words = (recipient: string, day: MemoryDay) =>
      card({ recipient, recipientId: null }, day).replaceAll(/<[^>]+>/g, '');
    expect(words('Maya', { ...maya, onlyToId: 'maya' })).toContain('To: Maya · 4 May 2031');
    expect(words('Maya Alvarez', { ...maya, onlyToId: 'maya' })).toContain('To: Maya Alvarez · 4 May 2031');
    expect(words('Maya and Leo', { ...maya, to: 'Maya and Leo' })).toContain('To: Maya and Leo · 4 May 2031');
    expect(words('Maya', { ...maya, to: 'Maya and Leo' })).toContain('To: Maya · Maya and Leo, 4 May 2031');
    expect(words('children', { ...maya, onlyToId: 'maya' })).toContain('To: children · Maya, 4 May 2031');
  });

  test('says who of them wrote back, and leads to the words', () => {
    expect(card({ id: 'x' }, { ...maya, repliedBy: ['Maya', 'Leo'] })).toMatch(
      /<a [^>]*href="\/memories\/x"[^>]*>.*Maya and Leo wrote back<\/a>/s,
    );
    expect(card({}, { ...maya, repliedBy: [] })).not.toContain('wrote back');
  });

  test('is not missed where nobody gets it', () => {
    const html = card({ deleteOnDeath: true }, null);
    expect(html).toContain('Deleted when you die');
    expect(html).not.toContain('No day yet');
    expect(card({ deleteOnDeath: true }, maya), 'who has it keeps it').toContain('Maya, 4 May 2031');
  });

  test('is said to be missing only once it is known to be', () => {
    expect(card({}, null)).toContain('No day yet');
    expect(card({})).not.toContain('No day yet');
  });
});

test('is quiet: nothing red, and two named icons', () => {
  const html = card({ isApproved: false, approval: 'rejected' }, null);
  expect(html).not.toContain('rose');
  expect(html.match(/<button[^>]*aria-label="(Edit|Delete) For your thirtieth"[^>]*size-11/g)).toHaveLength(
    2,
  );
  expect(html).toContain('12 Oct 2026');
});

test('an excerpt keeps line breaks, but not the blank lines between paragraphs, nor a whole letter', () => {
  expect(excerptOf('Dear Maya,\n\nSit down.\nEat first.')).toBe('Dear Maya,\nSit down.\nEat first.');
  expect(excerptOf('x '.repeat(2500)).length).toBeLessThan(400);
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
