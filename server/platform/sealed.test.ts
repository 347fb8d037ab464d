import { describe, expect, test } from 'vitest';
import { isHeadCurrent, seal, sealBytes, unseal, unsealBytes } from './sealed.ts';

const only = (current: string) => ({ current, previous: [], links: current });
const secret = only('a secret for tests that is long enough');
const place = { purpose: 'two-factor', subject: 'ruth' };

describe('a sealed text', () => {
  test.each(['JBSWY3DPEHPK3PXP', '', 'å – 🕯', 'x'.repeat(100_000)])(
    'decrypts to the original: %.20s',
    (text) => {
      expect(unseal(secret, place, seal(secret, place, text))).toBe(text);
    },
  );

  test('reveals nothing of the text and differs each time', () => {
    const [one, other] = [seal(secret, place, 'JBSWY3DPEHPK3PXP'), seal(secret, place, 'JBSWY3DPEHPK3PXP')];
    expect(one).not.toBe(other);
    expect(Buffer.from(one.slice(one.lastIndexOf('.') + 1), 'base64url').includes('JBSWY3DPEHPK3PXP')).toBe(
      false,
    );
  });

  test.each([
    ['another secret', only(`${secret.current}!`), place],
    ['another purpose', secret, { ...place, purpose: 'notes' }],
    ['another subject', secret, { ...place, subject: 'eve' }],
  ])('does not open with %s', (_what, otherSecret, otherPlace) => {
    expect(() => unseal(otherSecret, otherPlace, seal(secret, place, 'JBSWY3DPEHPK3PXP'))).toThrow();
  });

  test('cannot be opened with any single byte changed, removed or added', () => {
    const [version, key, text = ''] = seal(secret, place, 'JBSWY3DP').split('.');
    const sealed = Buffer.from(text, 'base64url');
    const open = (bytes: Buffer) => () =>
      unseal(secret, place, `${version}.${key}.${bytes.toString('base64url')}`);
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(open(changed)).toThrow();
      expect(open(sealed.subarray(0, at))).toThrow();
    }
    expect(open(Buffer.concat([sealed, Buffer.alloc(1)]))).toThrow();
    expect(() => unseal(secret, place, 'JBSWY3DP')).toThrow();
  });
});

describe('after a change of the secret', () => {
  const now = { ...only('the new secret, which is long enough'), previous: [secret.current] };
  const wrong = { ...now, previous: ['a wrong secret that is long enough too'] };

  test('opens what is sealed with the current one and with a previous one, and nothing with a wrong one', () => {
    for (const sealed of [seal(secret, place, 'JBSWY3DP'), seal(now, place, 'JBSWY3DP')])
      expect(unseal(now, place, sealed)).toBe('JBSWY3DP');
    expect(() => unseal(wrong, place, seal(secret, place, 'JBSWY3DP'))).toThrow('None of the secrets');
    expect(() => unseal(secret, place, seal(now, place, 'JBSWY3DP'))).toThrow('None of the secrets');
  });

  test('a file opens with a previous one too, and its beginning says with which it is sealed', () => {
    const [before, after] = [secret, now].map((each) => sealBytes(each, place, Buffer.from('%PDF')));
    for (const file of [before, after])
      expect(unsealBytes(now, place, file ?? Buffer.alloc(0)).toString()).toBe('%PDF');
    expect(isHeadCurrent(now, before ?? Buffer.alloc(0))).toBe(false);
    expect(isHeadCurrent(now, after ?? Buffer.alloc(0))).toBe(true);
  });
});
