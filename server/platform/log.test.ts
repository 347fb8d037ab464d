import { expect, test } from 'vitest';
import { withoutTokens } from './log.ts';

const token = 'kN3vY8wQ2rT5uX7zA1bC4dE6fG9hJ0kL2mN5pQ8rS1t';

test.each([
  'received',
  'trusted',
  'keep-current',
  'reset-password',
  'verify-email',
  'confirm-email',
  'undo-email-change',
])('the address of a page under /%s goes to the log without its token', (page) => {
  expect(withoutTokens(`/${page}/${token}`)).toBe(`/${page}/[token]`);
  expect(withoutTokens(`/api/${page}/${token}/open?x=${token}`)).toBe(`/api/${page}/[token]/open?…`);
});
