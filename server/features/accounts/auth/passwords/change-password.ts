import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { ChangePasswordForm } from '../../../../../shared/accounts/passwords.ts';
import type { SignedIn } from '../../../../../shared/accounts/sign-in.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { fieldError } from '../../../../platform/errors.ts';
import { enqueueMail } from '../../../outbox/messages/mails/mails.ts';
import { record } from '../../../system/audit/audit.ts';
import { lockOwner } from '../../profile/profile.ts';
import { ownerOf, requireOpenSession, sessionOf, signIn } from '../sessions/sessions.ts';
import { requireCode } from '../two-factor/two-factor.ts';
import { hashNewPassword, requirePassword, storePassword } from './passwords.ts';

/**
 * Changes the password of the signed-in person, ends all sessions and opens a new one. 400 on
 * `currentPassword`, `newPassword` or `code`.
 */
export async function changePassword(
  request: FastifyRequest,
  reply: FastifyReply,
  { currentPassword, newPassword, code }: z.output<typeof ChangePasswordForm>,
): Promise<z.output<typeof SignedIn>> {
  const { services } = request.server;
  const owner = ownerOf(request);
  await requirePassword(owner, currentPassword, 'currentPassword');
  if (newPassword.normalize('NFKC') === currentPassword.normalize('NFKC'))
    throw fieldError('newPassword', 'Please choose a password other than the one you have');
  const passwordHash = await hashNewPassword(newPassword, owner, 'newPassword');
  if (owner.twoFactorSince) await requireCode(services, owner, code);
  return inTransaction(services.db, async (tx) => {
    await lockOwner(tx, owner.id);
    await requireOpenSession(tx, services.clock.now(), sessionOf(request));
    const changed = await storePassword(tx, services, owner, passwordHash);
    await enqueueMail(tx, services, { kind: 'password-changed', userId: owner.id, toAddress: owner.email });
    await record(tx, services.clock.now(), {
      action: 'account.password-changed',
      actor: owner.id,
      userId: owner.id,
      subjectId: owner.id,
    });
    const { answer } = await signIn(tx, request, reply, changed);
    return answer;
  });
}
