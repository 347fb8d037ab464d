import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { EmailText } from './email-text.tsx';

test.each([
  ['ruth@example.com', 'ruth@<wbr/>example.<wbr/>com'],
  [
    'by email to m.alvarez@example.com. Was 4 May',
    'by email to m.<wbr/>alvarez@<wbr/>example.<wbr/>com. Was 4 May',
  ],
  ['', ''],
])('%s may be broken after the @ and after dots within it', (text, html) => {
  expect(renderToStaticMarkup(<EmailText>{text}</EmailText>)).toBe(html);
});
