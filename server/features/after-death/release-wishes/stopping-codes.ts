import { and, eq, isNull } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';
import { hashToken, type Random } from '../../../platform/random.ts';
import { requireSamePassword } from '../../accounts/auth/passwords/passwords.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import { lockOwner } from '../../accounts/profile/profile.ts';
import { record } from '../../system/audit/audit.ts';
import { tellOwnerLater } from './change-wishes.ts';
import { releaseWishes } from './release-wishes.table.ts';

// The code on the printed sheet. With it an owner, or whoever finds the sheet, can say that the owner is
// alive, without a mailbox and without signing in.

/** Of characters that look alike, only one is used: no O (0), no L or I (1), no U (V). With 32 characters, each is five bits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codeCharacters = 16;

/** 80 random bits, such as `K7M2-PX9D-QA03-ZT5W`. */
function newCode(random: Random): string {
  const bytes = Buffer.from(random.token(codeCharacters), 'base64url');
  const code = [...bytes].map((byte) => alphabet.charAt(byte % alphabet.length)).join('');
  return code.replace(/(.{4})(?=.)/g, '$1-');
}

/** The code as it is stored, in whatever form it was typed: only a hash, which suffices for 80 random bits. */
function hashCode(typed: string): string {
  const code = typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');
  return hashToken(code.replaceAll('O', '0').replaceAll(/[IL]/g, '1').replaceAll('U', 'V'));
}

/** Makes a code, which replaces the previous one, and tells the owner. The caller must have authenticated them again. */
export function makeStoppingCode(services: Services, before: UserRow): Promise<string> {
  const { clock, db, random } = services;
  const code = newCode(random);
  return inTransaction(db, async (tx) => {
    const owner = await lockOwner(tx, before.id);
    requireSamePassword(before, owner);
    const now = clock.now();
    const columns = {
      stoppingCodeHash: hashCode(code),
      stoppingCodeMadeAt: now,
      stoppingCodeUsedAt: null,
      updatedAt: now,
    };
    await tx
      .insert(releaseWishes)
      .values({ ...columns, userId: owner.id })
      .onConflictDoUpdate({ target: releaseWishes.userId, set: columns });
    await record(tx, now, {
      action: 'release-wishes.code-made',
      actor: owner.id,
      userId: owner.id,
      subjectId: owner.id,
    });
    await tellOwnerLater(tx, services, owner, { kind: 'stopping-code-made' });
    return code;
  });
}

/** Whose code this is, if it has not been used. Locks it, so that only one of two simultaneous uses finds it. */
export async function findStoppingCode(tx: Tx, typed: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ userId: releaseWishes.userId })
    .from(releaseWishes)
    .where(and(eq(releaseWishes.stoppingCodeHash, hashCode(typed)), isNull(releaseWishes.stoppingCodeUsedAt)))
    .for('update');
  return row?.userId;
}

export async function consumeStoppingCode(tx: Tx, services: Services, owner: UserRow): Promise<void> {
  const now = services.clock.now();
  await tx.update(releaseWishes).set({ stoppingCodeUsedAt: now }).where(eq(releaseWishes.userId, owner.id));
  await record(tx, now, {
    action: 'release-wishes.code-used',
    actor: owner.id,
    userId: owner.id,
    subjectId: owner.id,
  });
  await tellOwnerLater(tx, services, owner, { kind: 'stopping-code-used' });
}
