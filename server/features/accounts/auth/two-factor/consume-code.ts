import { eq } from 'drizzle-orm';
import { secondsAfter, secondsBetween } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { latestNow } from '../../../../platform/database-time.ts';
import { hashWithSalt } from '../../../../platform/passwords.ts';
import type { SealedColumn } from '../../../../platform/reseal.ts';
import { unseal } from '../../../../platform/sealed.ts';
import { enqueueMail } from '../../../outbox/messages/mails/mails.ts';
import { record } from '../../../system/audit/audit.ts';
import type { UserRow } from '../../profile/profile.table.ts';
import { stepOfCode } from './authenticator.ts';
import { consumeRecoveryCode, countRecoveryCodes, readRecoveryCode } from './recovery-codes.ts';
import { twoFactor } from './two-factor.table.ts';

const wrongCodesAllowed = 5;
const firstWaitSeconds = 60;
const longestWaitSeconds = 60 * 60;

export type CodeVerdict = { kind: 'right' } | { kind: 'wrong' } | { kind: 'wait'; waitSeconds: number };

type TwoFactorRow = typeof twoFactor.$inferSelect;

/** Binds an encrypted secret to its owner, so that it cannot be decrypted for anybody else. */
export const sealedFor = (userId: string) => ({ purpose: 'two-factor', subject: userId });

export const twoFactorSecrets: SealedColumn = {
  name: 'secrets of two-factor sign-in',
  table: twoFactor,
  id: twoFactor.userId,
  column: twoFactor.sealedSecret,
  sealedFor,
};

/**
 * Accepts a code from the app or a recovery code; each works once. After five wrong codes in a row there is a pause
 * before the next, longer each time. Locks the owner's row; the count is committed whatever the caller does afterwards.
 */
export function consumeCode(services: Services, owner: UserRow, code: string): Promise<CodeVerdict> {
  return inTransaction(services.db, async (tx) => {
    const [row] = await tx.select().from(twoFactor).where(eq(twoFactor.userId, owner.id)).for('update');
    if (!row) return { kind: 'wrong' };
    const now = services.clock.now();
    const waitSeconds = secondsToWait(row, now);
    if (waitSeconds > 0) return { kind: 'wait', waitSeconds };
    const taken = await acceptCode(tx, services, owner, row, code, now);
    const changes = taken
      ? { ...taken, wrongCodesInARow: 0, waitUntil: null }
      : afterWrongCode(row.wrongCodesInARow + 1, now);
    await tx.update(twoFactor).set(changes).where(eq(twoFactor.userId, owner.id));
    return { kind: taken ? 'right' : 'wrong' };
  });
}

/** A pause that began in the future, by a clock that was wrong, is none; the wrong codes before it still count. */
function secondsToWait({ waitUntil, wrongCodesInARow }: TwoFactorRow, now: Date): number {
  if (!waitUntil || waitUntil > secondsAfter(latestNow(now), pauseSeconds(wrongCodesInARow))) return 0;
  return Math.max(0, secondsBetween(now, waitUntil));
}

function pauseSeconds(wrongCodesInARow: number): number {
  return Math.min(firstWaitSeconds * 2 ** (wrongCodesInARow - wrongCodesAllowed), longestWaitSeconds);
}

function afterWrongCode(wrongCodesInARow: number, now: Date) {
  const waitUntil =
    wrongCodesInARow < wrongCodesAllowed ? null : secondsAfter(now, pauseSeconds(wrongCodesInARow));
  return { wrongCodesInARow, waitUntil };
}

/** The changes that a correct code makes; undefined for a wrong one. */
async function acceptCode(
  tx: Tx,
  services: Services,
  owner: UserRow,
  row: TwoFactorRow,
  code: string,
  now: Date,
): Promise<{ lastStep?: number } | undefined> {
  const recoveryCode = readRecoveryCode(code);
  if (recoveryCode)
    return (await acceptRecoveryCode(tx, services, owner, row, recoveryCode)) ? {} : undefined;
  const secret = unseal(services.appSecret, sealedFor(owner.id), row.sealedSecret);
  const lastStep = await stepOfCode(secret, code.replace(/\s/g, ''), now, row.lastStep);
  return lastStep === undefined ? undefined : { lastStep };
}

async function acceptRecoveryCode(
  tx: Tx,
  services: Services,
  owner: UserRow,
  { recoverySalt }: TwoFactorRow,
  code: string,
): Promise<boolean> {
  const { id } = owner;
  if (!(await consumeRecoveryCode(tx, id, await hashWithSalt(code, recoverySalt)))) return false;
  const left = await countRecoveryCodes(tx, id);
  await enqueueMail(tx, services, {
    kind: 'recovery-code-used',
    userId: owner.id,
    toAddress: owner.email,
    details: { detail: String(left) },
  });
  await record(tx, services.clock.now(), {
    action: 'account.recovery-code-used',
    actor: id,
    userId: id,
    subjectId: id,
    details: { left },
  });
  return true;
}
