import { describe, expect, test } from 'vitest';
import { seal, unseal } from './sealed.ts';

const secret = 'a secret for tests that is long enough';
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
    expect(Buffer.from(one.slice(3), 'base64url').includes('JBSWY3DPEHPK3PXP')).toBe(false);
  });

  test.each([
    ['another secret', `${secret}!`, place],
    ['another purpose', secret, { ...place, purpose: 'notes' }],
    ['another subject', secret, { ...place, subject: 'eve' }],
  ])('does not open with %s', (_what, otherSecret, otherPlace) => {
    expect(() => unseal(otherSecret, otherPlace, seal(secret, place, 'JBSWY3DPEHPK3PXP'))).toThrow();
  });

  test('cannot be opened with any single byte changed, removed or added', () => {
    const sealed = Buffer.from(seal(secret, place, 'JBSWY3DP').slice(3), 'base64url');
    const open = (bytes: Buffer) => () => unseal(secret, place, `v1.${bytes.toString('base64url')}`);
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
