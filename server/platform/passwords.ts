import { hash, parseOptions, verify } from '@node-rs/argon2';

/** argon2id with 19 MiB, two passes and one lane (OWASP's minimum). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Checked for an unknown account, so that it takes as long as for a known one. */
const placeholderHash = hash('nobody', cost);

/**
 * The same password may arrive composed or decomposed, depending on the keyboard; NFKC makes both equal (NIST SP
 * 800-63B 3.1.1.2). Every character counts, however long the password is.
 */
function canonical(password: string): string {
  return password.normalize('NFKC');
}

export function hashPassword(password: string): Promise<string> {
  return hash(canonical(password), cost);
}

/** Gives the same hash for the same password and salt (16 bytes as base64url), so that it can be looked up. */
export function hashWithSalt(password: string, salt: string): Promise<string> {
  return hash(canonical(password), { ...cost, salt: Buffer.from(salt, 'base64url') });
}

/** Whether `password` matches `stored`. With nothing stored: false, after the same amount of work. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await placeholderHash), canonical(password));
  return matches && stored !== undefined;
}

/** Whether `stored` was made with weaker parameters than a new hash would be. */
export function isWeakHash(stored: string): boolean {
  if (!stored.startsWith('$argon2id$')) return true;
  const { memoryCost, timeCost } = parseOptions(stored);
  return memoryCost < cost.memoryCost || timeCost < cost.timeCost;
}
