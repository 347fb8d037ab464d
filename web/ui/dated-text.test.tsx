import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DatedText } from './dated-text.tsx';

const whole = (date: string) => `<span class="whitespace-nowrap">${date}</span>`;

test.each([
  ['Saturday, 28 November 2026 at 19:52 Eastern', `Saturday, ${whole('28 November 2026')} at 19:52 Eastern`],
  ['Was 24 December; waits', `Was ${whole('24 December')}; waits`],
  ['4 May 2031', whole('4 May 2031')],
  ['at 19:52 Eastern', 'at 19:52 Eastern'],
  ['After your death', 'After your death'],
])('no line ends within a date: %s', (text, html) => {
  expect(renderToStaticMarkup(<DatedText>{text}</DatedText>)).toBe(html);
});
