import { hash, parseOptions, verify } from '@node-rs/argon2';

/** argon2id with 19 MiB, two passes and one lane (OWASP's minimum). Only tests that are not about passwords lower it. */
export const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * The same password may arrive composed or decomposed, depending on the keyboard; NFKC makes both equal (NIST SP
 * 800-63B 3.1.1.2). Every character counts, however long the password is.
 */
function canonical(password: string): string {
  return password.normalize('NFKC');
}

export function hashPassword(password: string): Promise<string> {
  return hash(canonical(password), passwordCost);
}

/** Gives the same hash for the same password and salt (16 bytes as base64url), so that it can be looked up. */
export function hashWithSalt(password: string, salt: string): Promise<string> {
  return hash(canonical(password), { ...passwordCost, salt: Buffer.from(salt, 'base64url') });
}

/** Whether `password` matches `stored`. With nothing stored: false, after the same amount of work. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(stored ?? placeholderHash(), canonical(password));
  return matches && stored !== undefined;
}

/** Checked for an unknown account, so that this takes as long as for a known one. No password matches it. */
function placeholderHash(): string {
  const { memoryCost, timeCost, parallelism } = passwordCost;
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;
}

/** Whether `stored` was made with weaker parameters than a new hash would be. */
export function isWeakHash(stored: string): boolean {
  if (!stored.startsWith('$argon2id$')) return true;
  const { memoryCost, timeCost } = parseOptions(stored);
  return memoryCost < passwordCost.memoryCost || timeCost < passwordCost.timeCost;
}
