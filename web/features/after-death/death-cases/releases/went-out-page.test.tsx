import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Router } from 'wouter';
import type { GivenAway, RevokedRelease } from '../../../../../shared/after-death/releases.ts';
import { howItWent, Shown } from './went-out-page.tsx';

const letter: GivenAway = {
  ...{
    id: 'a',
    personName: 'Maya Alvarez',
    title: 'The toast',
    channel: 'email',
    sentTo: 'maya@example.com',
  },
  ...{
    sentAt: '2031-05-04T16:00:00Z',
    arrivedAt: '2031-05-04T16:00:00Z',
    openedAt: null,
    isLinkClosed: true,
  },
};
const release = (given: GivenAway[], waitingCount = 3): RevokedRelease => ({
  ...{ releasedAt: '2031-05-04T12:00:00Z', revokedAt: '2031-05-05T12:00:00Z', given, waitingCount },
});

const show = (shown: RevokedRelease | null) =>
  renderToStaticMarkup(
    <Router ssrPath="/what-went-out">
      <Shown release={shown} />
    </Router>,
  );

test.each<[string, Partial<GivenAway>, RegExp]>([
  ['not opened', {}, /^By email to maya@example\.com, .*May 2031 at .*\. Not opened\.$/],
  ['opened', { openedAt: '2031-05-04T17:00:00Z' }, /\. Opened .*May 2031 at .*\.$/],
  ['by text', { channel: 'text', sentTo: '+12125550142' }, /^By text message to \+12125550142/],
  ['perhaps never arrived', { arrivedAt: null }, /Nobody knows whether it arrived\. Not opened\.$/],
  [
    'by post, under way',
    { channel: 'post', sentTo: null, arrivedAt: null },
    /^By post, .* It is on its way\.$/,
  ],
  [
    'handed over',
    { channel: 'item', sentTo: null, sentAt: null },
    /^A keepsake that we had in store, handed over, [^.]*\.$/,
  ],
])('how something went, %s', (_how, changes, words) => {
  expect(howItWent({ ...letter, ...changes })).toMatch(words);
});

test('what went out by mistake: what, to whom, whether its link still opens, and what waits again', () => {
  const html = show(
    release([
      letter,
      { ...letter, id: 'b', title: null, isLinkClosed: false },
      { ...letter, id: 'c', personName: null, channel: 'post' },
    ]),
  );
  expect(html).toContain('Maya Alvarez</span>: “The toast”');
  expect(html).toContain(': a memory that you have deleted since');
  expect(html).toContain('Somebody who is no longer in your address book');
  expect(html.match(/Its link is closed and opens nothing any more/g)).toHaveLength(1);
  expect(html.match(/It was meant for this day, and stays with them/g)).toHaveLength(1);
  expect(html).toContain('All 3 memories that you left for after your death wait again');
});

test('nothing went out, or there never was a mistake: it says so', () => {
  expect(show(release([], 0))).toContain('Nothing had gone out to anybody.');
  expect(show(release([], 0))).toContain('Nothing waits for the time after your death.');
  expect(show(release([], 1))).toContain('What you left for after your death waits again, as before.');
  expect(show(null)).toContain('Nothing has gone out by mistake.');
});
