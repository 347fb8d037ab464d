import { expect, test } from 'vitest';
import { afterSignIn, signInFor } from './sign-in-path.ts';

test.each([
  ['/admin', ''],
  ['/admin/deliveries', 'state=failed&owner=Ruth%20%26%20Co'],
  ['/checkout-success', 'session_id=0193a5f0'],
  ['/upload', 'edit=0193a5f0'],
  ['/recipients/0193a5f0-aa', ''],
  ['/settings/sheet', ''],
])('who signs in comes back to %s with its filters', (path, search) => {
  const asked = signInFor(path, search);
  expect(asked).toMatch(/^\/auth\?mode=signin&next=/);
  expect(afterSignIn(asked.split('?')[1] ?? '')).toBe(search ? `${path}?${search}` : path);
});

test.each([
  '',
  'mode=signin',
  'next=https://evil.example/admin',
  'next=//evil.example/admin',
  'next=/recipients/../admin',
  'next=/',
  'next=\\\\evil.example',
  'next=/\\evil.example',
  'next=/checkout-success/..//evil.example',
  'next=javascript:alert(1)//admin',
])('after signing in with "%s" one is at home', (search) => {
  expect(afterSignIn(search)).toBe('/');
});
