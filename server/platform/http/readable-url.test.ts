import { expect, test } from 'vitest';
import { readableUrl } from './readable-url.ts';

test.each([
  '/',
  '/api/memories?title=100%',
  '/received/a-token#part',
  '/caf%C3%A9/%F0%9F%8E%82',
  `/api/received/${'x'.repeat(300)}`,
  `/faq?from=${'x'.repeat(5000)}`,
])('%.40s is left as it is', (url) => {
  expect(readableUrl(url, 300)).toBe(url);
});

test.each([
  ['/api/memories/%', '/api/unreadable'],
  ['/api/memories/%zz?x=1', '/api/unreadable'],
  ['/api/memories/%c0%ae%c0%ae/file', '/api/unreadable'],
  [`/api/received/${'x'.repeat(301)}/open`, '/api/unreadable'],
  ['/nowhere%', '/unreadable'],
  [`/${'x'.repeat(301)}`, '/unreadable'],
])('%.40s leads to %s', (url, nothing) => {
  expect(readableUrl(url, 300)).toBe(nothing);
});
