import { hash, parseOptions, verify } from '@node-rs/argon2';

/** argon2id: 19 MiB, two passes, one lane (OWASP's floor for it). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** What an unknown account is checked against, so that it takes as long as a known one. */
const nobodysHash = hash('nobody', cost);

/**
 * One password typed on two keyboards may arrive composed or decomposed; NFKC makes it one (NIST SP 800-63B 3.1.1.2).
 * Every character counts, however long it is.
 */
function canonical(password: string): string {
  return password.normalize('NFKC');
}

export function hashPassword(password: string): Promise<string> {
  return hash(canonical(password), cost);
}

/** The same hash for the same password and salt (16 bytes as base64url), so that it can be looked up. */
export function hashWithSalt(password: string, salt: string): Promise<string> {
  return hash(canonical(password), { ...cost, salt: Buffer.from(salt, 'base64url') });
}

/** Is `password` what `stored` was made of? With nothing stored: never, after the very same work. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await nobodysHash), canonical(password));
  return matches && stored !== undefined;
}

/** Was `stored` made with less work than a new one would be? */
export function isWeakHash(stored: string): boolean {
  if (!stored.startsWith('$argon2id$')) return true;
  const { memoryCost, timeCost } = parseOptions(stored);
  return memoryCost < cost.memoryCost || timeCost < cost.timeCost;
}
