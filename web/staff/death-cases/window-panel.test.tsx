import { prerender } from 'react-dom/static';
import { expect, test } from 'vitest';
import type { StaffRelease } from '../../../shared/after-death/releases.ts';
import type { StaffWindow } from '../../../shared/after-death/staff-windows.ts';
import { shortDay } from '../console/format.ts';
import { Numbers } from './revoke-dialog.tsx';
import { asksByDay, goingOutLines, stepsOf, whatContactsSaid } from './window-facts.ts';
import { WindowShown } from './window-panel.tsx';

const window: StaffWindow = {
  beganAt: '2026-11-23T20:31:00Z',
  endsAt: '2026-11-26T20:31:00Z',
  nextAsks: ['2026-11-25T14:00:00Z', '2026-11-26T08:31:00Z'],
  channels: [
    { channel: 'email', ending: null, asks: [{ at: '2026-11-24T14:00:00Z', state: 'arrived' }] },
    { channel: 'text', ending: '118', asks: [{ at: '2026-11-24T14:00:00Z', state: 'not_yet' }] },
  ],
  contacts: [
    { name: 'Jonas Moreau', toldAt: '2026-11-23T20:32:00Z', answer: null },
    { name: 'Lena Moreau', toldAt: '2026-11-23T20:32:00Z', answer: null },
  ],
  goesOut: {
    ...{ deliveries: 11, people: 4, byEmail: 7, byText: 2, byPost: 1 },
    ...{ withoutAddress: 1, later: 6, inQuietDays: 2 },
  },
};
const nowMs = Date.parse('2026-11-24T18:00:00Z');

async function render(page: React.ReactElement): Promise<string> {
  const { prelude } = await prerender(page);
  return (await new Response(prelude).text()).replaceAll('<!-- -->', '');
}

test('the thread is solid as far as the window has gone', () => {
  expect(stepsOf(window, nowMs).map(({ label, isPast }) => [label, isPast])).toEqual([
    ['Verified', true],
    ['Last asked', true],
    ['Asked next', false],
    ['It goes out', false],
  ]);
  expect(stepsOf({ ...window, channels: [], nextAsks: [] }, nowMs)).toHaveLength(2);
});

test('what was asked, by day; what has not left stands out', () => {
  const asks = [
    { at: '2026-11-24T14:00:00Z', state: 'arrived' },
    { at: '2026-11-24T18:00:00Z', state: 'arrived' },
    { at: '2026-11-25T14:00:00Z', state: 'refused' },
  ] as const;
  expect(asksByDay(asks, 'UTC')).toEqual([
    { day: '24 November 2026', words: '2 arrived', isGood: true },
    { day: '25 November 2026', words: 'refused', isGood: false },
  ]);
});

test('contacts: who knows, and that nobody has answered', () => {
  expect(whatContactsSaid(window)).toBe(
    'Jonas Moreau and Lena Moreau know of these days. None of them has said “alive” or “wait”.',
  );
  expect(whatContactsSaid({ contacts: [] })).toBe('There is no trusted contact whom we could ask.');
});

test('what goes out is counted', async () => {
  expect(goingOutLines(window.goesOut)).toEqual([
    { words: '7 by email, 2 by text, 1 by post', isWarning: false },
    { words: '1 has no address', isWarning: true },
    { words: '6 more have a day of their own; 2 of these wait for the quiet days', isWarning: false },
  ]);
  const html = await render(<WindowShown window={window} name="Ada Moreau" nowMs={nowMs} />);
  expect(html).toContain('11 deliveries to 4 people');
  expect(html).toContain('Text, number ending 118');
  expect(html).toMatch(/24 November 2026: not yet sent/);
  expect(html).toContain('Jonas Moreau and Lena Moreau get a page as trusted contacts');
});

test('before revoking: three numbers, and who cannot be told', async () => {
  const release = {
    ...{ leftCount: 6, openedCount: 4, toErase: { waiting: 0, erased: 0, after: '2026-12-20T12:00:00Z' } },
    ifRevoked: { stopCount: 5, named: ['Jonas', 'Lena'], namedCount: 2, recipientCount: 3, byPostOnly: 1 },
  } as StaffRelease;
  const html = await render(<Numbers release={release} firstName="Ada" />);
  for (const words of [
    'deliveries stop',
    'have gone out; 4 of them were opened',
    'people get one message each: Ada, Jonas, Lena, and 3 others who received something',
    '1 person had something by post',
  ])
    expect(html).toContain(words);
});

test('a day on the thread is short, in the zone of whoever reads it', () => {
  expect(shortDay(window.endsAt, 'America/New_York')).toBe('Thu 26 November');
  expect(shortDay(window.endsAt, 'Asia/Tokyo')).toBe('Fri 27 November');
});
