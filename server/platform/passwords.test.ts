import { hash } from '@node-rs/argon2';
import { describe, expect, test } from 'vitest';
import { hashAsInProduction } from '../../test/password-cost.ts';
import { hashPassword, isWeakHash, verifyPassword } from './passwords.ts';

hashAsInProduction();

describe('passwords', () => {
  test('security 13: are stored as argon2id with 19 MiB, two passes and one lane, each with its own salt', async () => {
    const [first, second] = await Promise.all([
      hashPassword('Quiet-Harbour-1994'),
      hashPassword('Quiet-Harbour-1994'),
    ]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(first).not.toBe(second);
  });

  test('security 1: are compared to their last character, however long they are', async () => {
    const long = `${'Kelp-and-tide-41-'.repeat(8).slice(0, 127)}a`;
    const stored = await hashPassword(long);
    expect(await verifyPassword(stored, long)).toBe(true);
    expect(await verifyPassword(stored, `${long.slice(0, -1)}b`)).toBe(false);
    expect(await verifyPassword(stored, long.slice(0, -1))).toBe(false);
  });

  test('match however the keyboard composes an accent', async () => {
    const stored = await hashPassword('Caf\u00e9-au-lait-7');
    expect(await verifyPassword(stored, 'Cafe\u0301-au-lait-7')).toBe(true);
    expect(await verifyPassword(stored, 'Cafe-au-lait-7')).toBe(false);
  });

  test('an unknown account matches no password, not even the one it is compared with', async () => {
    expect(await verifyPassword(undefined, 'nobody')).toBe(false);
  });

  test('a hash with weaker parameters is outdated, one with the current or stronger ones is not', async () => {
    expect(isWeakHash(await hash('x', { memoryCost: 8192, timeCost: 2 }))).toBe(true);
    expect(isWeakHash(await hash('x', { memoryCost: 19_456, timeCost: 1 }))).toBe(true);
    expect(isWeakHash('$2b$10$abcdefghijklmnopqrstuv')).toBe(true);
    expect(isWeakHash(await hash('x', { memoryCost: 32_768, timeCost: 3 }))).toBe(false);
    expect(isWeakHash(await hashPassword('x'))).toBe(false);
  });
});
