import { describe, expect, test } from 'vitest';
import { visitedOrigin } from './this-machine.ts';

describe('the origin a browser is sent back to', () => {
  test.each([
    ['127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['localhost:5173', 'http://localhost:5173'],
    ['[::1]:3000', 'http://[::1]:3000'],
  ])('is the name by which this machine was visited: %s', (host, origin) => {
    expect(visitedOrigin({ host }, 'http://localhost:3000')).toBe(origin);
  });

  test.each([
    'evil.example',
    'localhost.evil.example',
    'user@evil.example',
    '',
    'a b',
    '127.0.0.1.evil.example',
  ])('is never a name that a request makes up: %s', (host) => {
    expect(visitedOrigin({ host }, 'http://localhost:3000')).toBe('http://localhost:3000');
  });

  test.each(['127.0.0.1:3000', 'evil.example'])('is the public URL wherever there is one: %s', (host) => {
    expect(visitedOrigin({ host }, 'https://letters.example')).toBe('https://letters.example');
  });
});
