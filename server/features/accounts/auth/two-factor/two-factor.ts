import { eq } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { ConfirmationForm } from '../../../../../shared/accounts/passwords.ts';
import type { SignedIn } from '../../../../../shared/accounts/sign-in.ts';
import {
  type TwoFactorOn,
  type TwoFactorSetup,
  type TwoFactorState,
  type TwoFactorUndoForm,
  twoFactorUndoHours,
} from '../../../../../shared/accounts/two-factor.ts';
import type { NoticeKind } from '../../../../../shared/outbox/mail-kinds.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Queryable, type Tx } from '../../../../platform/database.ts';
import { AppError, fieldError } from '../../../../platform/errors.ts';
import { verifyPassword } from '../../../../platform/passwords.ts';
import { seal } from '../../../../platform/sealed.ts';
import {
  enqueueLink,
  findLink,
  redeemLink,
  revokeLinks,
} from '../../../outbox/messages/mails/links/links.ts';
import { enqueueMail } from '../../../outbox/messages/mails/mails.ts';
import { tooManyAttempts } from '../../../system/attempt-limits/attempt-limits.ts';
import { type AuditAction, record } from '../../../system/audit/audit.ts';
import { type UserRow, users } from '../../profile/profile.table.ts';
import { lockOwner, updateUser } from '../../profile/profile.ts';
import { forgetPassword, requirePassword } from '../passwords/passwords.ts';
import { closeSessions, ownerOf, renewSession, sessionOf } from '../sessions/sessions.ts';
import { describeSecret, newSecret } from './authenticator.ts';
import { consumeCode, sealedFor } from './consume-code.ts';
import {
  countRecoveryCodes,
  hashRecoveryCodes,
  newRecoveryCodes,
  replaceRecoveryCodes,
} from './recovery-codes.ts';
import { recoveryCodes, twoFactor } from './two-factor.table.ts';

const saltBytes = 16;

/** Accepts a valid code once. 400 on `code` otherwise, 429 after too many wrong codes in a row. */
export async function requireCode(
  services: Services,
  owner: UserRow,
  code: string | undefined,
): Promise<void> {
  if (!code) throw codeMissing();
  const verdict = await consumeCode(services, owner, code);
  if (verdict.kind === 'wait') throw tooManyAttempts(verdict.waitSeconds);
  if (verdict.kind === 'wrong')
    throw fieldError('code', 'That code is wrong or was used already. Please enter the newest one.');
}

export function codeMissing(): AppError {
  return fieldError('code', 'Please enter the code from your authenticator app');
}

/**
 * Requires the owner to authenticate again: with the password and, if two-factor sign-in is on, a code (400,
 * 429). Called before an action that cannot be undone or that reveals everything.
 */
export async function requireConfirmation(
  services: Services,
  owner: UserRow,
  { password, code }: ConfirmationForm,
): Promise<void> {
  await requirePassword(owner, password);
  if (owner.twoFactorSince) await requireCode(services, owner, code);
}

export async function readTwoFactor(
  db: Queryable,
  { id, twoFactorSince }: UserRow,
): Promise<z.output<typeof TwoFactorState>> {
  const recoveryCodesLeft = twoFactorSince ? await countRecoveryCodes(db, id) : 0;
  return { enabled: twoFactorSince !== null, since: twoFactorSince, recoveryCodesLeft };
}

/** Begins the set-up with a new secret, which takes effect once a code from it is confirmed. 409 if it is already on. */
export async function beginTwoFactor(
  services: Services,
  owner: UserRow,
): Promise<z.output<typeof TwoFactorSetup>> {
  const { db, random, clock, appSecret } = services;
  const secret = newSecret(random);
  const fresh = {
    sealedSecret: seal(appSecret, sealedFor(owner.id), secret),
    lastStep: 0,
    recoverySalt: random.token(saltBytes),
    createdAt: clock.now(),
  };
  await inTransaction(db, async (tx) => {
    if ((await lockOwner(tx, owner.id)).twoFactorSince) throw onAlready();
    await tx
      .insert(twoFactor)
      .values({ ...fresh, userId: owner.id })
      .onConflictDoUpdate({ target: twoFactor.userId, set: fresh });
  });
  return { secret, ...describeSecret(secret, owner.email) };
}

/**
 * Completes the set-up with the app's first code, ends all other sessions and gives the current one a new
 * token. The owner's address gets a link to undo it. Returns the recovery codes.
 */
export async function confirmTwoFactor(
  request: FastifyRequest,
  reply: FastifyReply,
  code: string,
): Promise<z.output<typeof TwoFactorOn>> {
  const { services } = request.server;
  const { db, clock } = services;
  const owner = ownerOf(request);
  if (owner.twoFactorSince) throw onAlready();
  const salt = await saltOf(db, owner.id);
  await requireCode(services, owner, code);
  const codes = newRecoveryCodes(services.random);
  const hashes = await hashRecoveryCodes(codes, salt);
  return inTransaction(db, async (tx) => {
    const { twoFactorSince, password } = await lockOwner(tx, owner.id);
    if (twoFactorSince) throw onAlready();
    if ((await saltOf(tx, owner.id)) !== salt) throw begunAnew();
    await tx.update(twoFactor).set({ passwordWhenOn: password }).where(eq(twoFactor.userId, owner.id));
    await replaceRecoveryCodes(tx, services, owner.id, hashes);
    const changed = await updateUser(tx, services, owner.id, { twoFactorSince: clock.now() });
    await enqueueLink(tx, services, {
      kind: 'two-factor-on',
      userId: owner.id,
      toAddress: changed.email,
      validMinutes: twoFactorUndoHours * 60,
    });
    await audit(tx, services, owner, 'account.two-factor-on');
    await closeSessions(tx, owner.id, sessionOf(request));
    return { ...(await renewSession(tx, request, reply, changed)), recoveryCodes: codes };
  });
}

/**
 * Switches two-factor sign-in off for somebody who has the link from the mail about it and knows the password; no
 * code from the intruder's app is needed. Signs everybody out, and leaves a password reset as the only way in.
 * Returns the address that the link was sent to. 400 on `password`, which does not use up the link.
 */
export async function undoTwoFactor(
  services: Services,
  { token, password }: z.output<typeof TwoFactorUndoForm>,
): Promise<string> {
  const { db, clock } = services;
  const { userId: linked } = await findLink(db, clock.now(), 'two-factor-on', token);
  await requirePasswordWhenOn(db, linked, password);
  return inTransaction(db, async (tx) => {
    const { userId, toAddress } = await redeemLink(tx, clock.now(), 'two-factor-on', token);
    const owner = await lockOwner(tx, userId);
    await removeTwoFactor(tx, services, userId);
    await forgetPassword(tx, services, owner, toAddress);
    await audit(tx, services, owner, 'account.two-factor-undone');
    return toAddress;
  });
}

/** Not the current password: somebody who reads the owner's mail could first reset that, which would defeat two-factor sign-in. */
async function requirePasswordWhenOn(db: Queryable, userId: string, password: string): Promise<void> {
  const [row] = await db
    .select({ whenOn: twoFactor.passwordWhenOn, present: users.password })
    .from(users)
    .leftJoin(twoFactor, eq(twoFactor.userId, users.id))
    .where(eq(users.id, userId));
  if (row && (await verifyPassword(row.whenOn ?? row.present, password))) return;
  throw fieldError(
    'password',
    'This is not the password that your account had when two-factor sign-in was switched on.',
  );
}

/** Replaces the recovery codes; the previous ones no longer work. */
export async function renewRecoveryCodes(services: Services, owner: UserRow): Promise<string[]> {
  const { db, random } = services;
  if (!owner.twoFactorSince) throw offAlready();
  const salt = await saltOf(db, owner.id);
  const codes = newRecoveryCodes(random);
  const hashes = await hashRecoveryCodes(codes, salt);
  await inTransaction(db, async (tx) => {
    if (!(await lockOwner(tx, owner.id)).twoFactorSince) throw offAlready();
    await replaceRecoveryCodes(tx, services, owner.id, hashes);
    await tell(tx, services, owner, 'recovery-codes-renewed', 'account.recovery-codes-renewed');
  });
  return codes;
}

/** Switches two-factor sign-in off, ends all other sessions and gives the current one a new token. */
export async function endTwoFactor(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<z.output<typeof SignedIn>> {
  const { services } = request.server;
  const owner = ownerOf(request);
  return inTransaction(services.db, async (tx) => {
    if (!(await lockOwner(tx, owner.id)).twoFactorSince) throw offAlready();
    const changed = await switchOffTwoFactor(tx, services, owner);
    await closeSessions(tx, owner.id, sessionOf(request));
    return renewSession(tx, request, reply, changed);
  });
}

/** Removes it, and tells the owner. */
export async function switchOffTwoFactor(tx: Tx, services: Services, owner: UserRow): Promise<UserRow> {
  const changed = await removeTwoFactor(tx, services, owner.id);
  await tell(tx, services, owner, 'two-factor-off', 'account.two-factor-off');
  return changed;
}

/** Deletes the secret and the recovery codes: from then on the password is enough to sign in. */
export async function removeTwoFactor(tx: Tx, services: Services, userId: string): Promise<UserRow> {
  await tx.delete(twoFactor).where(eq(twoFactor.userId, userId));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await revokeLinks(tx, services.clock.now(), userId, ['two-factor-on']);
  return updateUser(tx, services, userId, { twoFactorSince: null });
}

async function saltOf(db: Queryable, userId: string): Promise<string> {
  const [row] = await db
    .select({ salt: twoFactor.recoverySalt })
    .from(twoFactor)
    .where(eq(twoFactor.userId, userId));
  if (!row) throw new AppError('conflict', 'Please begin with the picture for your authenticator app');
  return row.salt;
}

async function tell(
  tx: Tx,
  services: Services,
  owner: UserRow,
  notice: NoticeKind,
  action: AuditAction,
): Promise<void> {
  await enqueueMail(tx, services, { kind: notice, userId: owner.id, toAddress: owner.email });
  await audit(tx, services, owner, action);
}

function audit(tx: Tx, { clock }: Services, { id }: UserRow, action: AuditAction): Promise<void> {
  return record(tx, clock.now(), { action, actor: id, userId: id, subjectId: id });
}

function onAlready(): AppError {
  return new AppError('conflict', 'Two-factor sign-in is already on');
}

function offAlready(): AppError {
  return new AppError('conflict', 'Two-factor sign-in is not on');
}

function begunAnew(): AppError {
  return new AppError('conflict', 'The set-up was started again in another window. Please go on there.');
}
