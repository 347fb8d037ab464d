import { and, count, eq } from 'drizzle-orm';
import { recoveryCodeCount } from '../../../../../shared/accounts/two-factor.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable, Tx } from '../../../../platform/database.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { hashWithSalt } from '../../../../platform/passwords.ts';
import type { Random } from '../../../../platform/random.ts';
import { recoveryCodes } from './two-factor.table.ts';

/** Of characters that look alike, only one is used: no o (0), no l or i (1), no u (v). With 32 characters, each is five bits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const codeCharacters = 10;

/** Ten codes of 50 random bits, such as `k7m2p-x9dqa`. */
export function newRecoveryCodes(random: Random): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const bytes = Buffer.from(random.token(codeCharacters), 'base64url');
    const code = [...bytes].map((byte) => alphabet.charAt(byte % alphabet.length)).join('');
    return `${code.slice(0, codeCharacters / 2)}-${code.slice(codeCharacters / 2)}`;
  });
}

/** Normalises a code as typed; undefined if it is not a recovery code. */
export function readRecoveryCode(text: string): string | undefined {
  const plain = text.toLowerCase().replace(/[\s-]/g, '');
  return plain.length === codeCharacters && [...plain].every((each) => alphabet.includes(each))
    ? plain
    : undefined;
}

/** Recovery codes are short, so they are hashed like passwords. */
export function hashRecoveryCodes(codes: readonly string[], salt: string): Promise<string[]> {
  return Promise.all(codes.map((code) => hashWithSalt(readRecoveryCode(code) ?? '', salt)));
}

export async function replaceRecoveryCodes(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  userId: string,
  hashes: readonly string[],
): Promise<void> {
  const createdAt = clock.now();
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(hashes.map((codeHash) => ({ userId, codeHash, createdAt })));
}

/** Deletes the code with this hash; false if there is none. */
export async function consumeRecoveryCode(tx: Tx, userId: string, codeHash: string): Promise<boolean> {
  const spent = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash)))
    .returning({ id: recoveryCodes.id });
  return spent.length > 0;
}

export async function countRecoveryCodes(db: Queryable, userId: string): Promise<number> {
  const [codes] = await db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.userId, userId));
  return requireFound(codes).left;
}
