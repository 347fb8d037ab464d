import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { describeObjection, WhatHappens } from './what-happens.tsx';

const defaults = /\b(48|72)\b|two working days|three days/i;
const deadlines = {
  readBy: '2031-03-10T15:00:00Z',
  objectionHours: 720,
  deliveredFrom: '2031-04-02T15:00:00Z',
};

test.each([
  [
    'before it is sent',
    { deadlines },
    /By Monday, 10 March 2031.*At least 30 days after that.*Not before Wednesday, 2 April 2031/,
  ],
  ['after it was sent', { deadlines, sentAt: '2031-03-03T15:00:00Z' }, /At least 30 days after that/],
  ['while nobody knows the days', { deadlines: undefined }, /The days after that/],
])('the days of this service are shown, %s', (_, props, days) => {
  const html = renderToStaticMarkup(<WhatHappens {...props} />);
  expect(html).toMatch(days);
  expect(html).not.toMatch(defaults);
});

test.each([
  [24, '24 hours'],
  [36, '36 hours'],
  [72, '3 days'],
  [84, '84 hours'],
  [720, '30 days'],
])('%i hours to object are never said to be longer', (objectionHours, words) => {
  expect(describeObjection({ ...deadlines, objectionHours })).toBe(`At least ${words} after that`);
});
