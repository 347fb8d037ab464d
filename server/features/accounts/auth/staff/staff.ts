import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify';
import { freshSignInMinutes } from '../../../../../shared/accounts/staff.ts';
import { minutesAfter } from '../../../../platform/clock.ts';
import type { Tx } from '../../../../platform/database.ts';
import { AppError } from '../../../../platform/errors.ts';
import { isFreshSince, ownerOf, sessionOf, signedIn } from '../sessions/sessions.ts';
import { notStaff } from './roles.ts';

export { absenceMails } from './absences/absences.mails.ts';
export { isStaffAbsent, watchStaff } from './absences/absences.ts';
export { recordView } from './account-views.ts';
export { createFirstStaff, withdrawByOperator } from './first-staff.ts';
export { listStaff, probationObstacle, requireLongEnough } from './roles.ts';
export { lockUnchanged } from './seen-person.ts';
export { staffMails } from './staff.mail.tsx';
export { accountViews } from './staff.table.ts';

const requireStaff: onRequestAsyncHookHandler = async (request) => {
  const { isAdmin, deletionRequestedAt, twoFactorSince } = ownerOf(request);
  if (!isAdmin || deletionRequestedAt) throw notStaff();
  if (request.server.services.config.mail.kind === 'smtp' && !twoFactorSince)
    throw new AppError(
      'forbidden',
      'Staff sign in with a code. Please switch on two-factor sign-in in your settings first.',
    );
};

const requireFreshSignIn: onRequestAsyncHookHandler = async (request) => {
  const { db, clock } = request.server.services;
  if (await isFreshSince(db, sessionOf(request), minutesAfter(clock.now(), -freshSignInMinutes))) return;
  throw new AppError('fresh_sign_in_needed', 'Please enter your password again to do this');
};

/** Requires a member of staff, who signs in with a code if there is a mail server: 401, 403. On every `/api/admin` route. */
export const staff = [signedIn, requireStaff];

/** The same, with a sign-in or password within the last minutes: for everything that reveals content, grants rights, or holds deliveries. */
export const freshStaff = [...staff, requireFreshSignIn];

/** Throws 409 with the reason if this member of staff stands to gain from a decision about this owner; passed in by app.ts. */
export type RequireMayActOn = (tx: Tx, memberId: string, ownerId: string) => Promise<void>;

/** Refuses to register a route under `/api/admin` that anybody but staff may call. Call it before the routes are registered. */
export function watchStaffRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, onRequest }) => {
    if (!url.startsWith('/api/admin/') || [onRequest].flat().some((hook) => hook === requireStaff)) return;
    throw new Error(`${String(method)} ${url} is not for staff alone: it needs onRequest: staff`);
  });
}
