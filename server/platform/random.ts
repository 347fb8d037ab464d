import { createHmac, hash, randomBytes, randomInt } from 'node:crypto';
import type { AppSecret } from './sealed.ts';

/** The only source of randomness for secrets and jitter, so that tests can fix it. */
export interface Random {
  /** `bytes` random bytes as base64url. */
  token(bytes?: number): string;
  /** A decimal code of `digits` digits, leading zeros kept. */
  digits(digits: number): string;
  /** A number in [0, 1). */
  fraction(): number;
}

export const systemRandom: Random = {
  token: (bytes = 32) => randomBytes(bytes).toString('base64url'),
  digits: (digits) => String(randomInt(10 ** digits)).padStart(digits, '0'),
  fraction: () => Math.random(),
};

/** How tokens are stored: SHA-256 as hex. For random tokens of at least 128 bits, never for passwords. */
export function hashToken(token: string): string {
  return hash('sha256', token);
}

/** 256 bits derived from `links`: the same `purpose` and `id` always give the same token. */
export function deriveToken({ links }: AppSecret, purpose: string, id: string): string {
  return createHmac('sha256', links).update(`${purpose}:${id}`).digest('base64url');
}

/** The same for a link that can be replaced: each `generation`, counted from 1, has another token. */
export function deriveLinkToken(
  secret: AppSecret,
  purpose: string,
  { id, generation }: { id: string; generation: number },
): string {
  return deriveToken(secret, purpose, generation === 1 ? id : `${id}:${generation}`);
}

/** A six-digit code, derived in the same way, so that a repeated mail contains the same one and it need not be stored. */
export function deriveCode({ links }: AppSecret, purpose: string, id: string): string {
  const bytes = createHmac('sha256', links).update(`${purpose}:${id}`).digest();
  return String(bytes.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
}
