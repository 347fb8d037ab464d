import { and, desc, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { accountExports } from '../../server/features/data-rights/account-data/account-export/account-export.table.ts';
import { buildExport } from '../../server/features/data-rights/account-data/account-export/build-export.ts';
import { linkToken } from '../../server/features/outbox/messages/mails/links/links.ts';
import { outboxMails } from '../../server/features/outbox/messages/mails/mails.table.ts';
import type { Session } from '../../shared/accounts/sessions.ts';
import type { SignedIn, TwoFactorRequired } from '../../shared/accounts/sign-in.ts';
import type { TwoFactorSetup } from '../../shared/accounts/two-factor.ts';
import type { LinkKind } from '../../shared/outbox/mail-kinds.ts';
import { codeOf, protectWithCode } from '../authenticator.ts';
import { goodPassword, registration } from '../factories.ts';
import { sendMail } from '../outbox.ts';
import { type Question, type RouteRows, row, type Scene } from './row.ts';

const newPassword = 'Slow-Lantern-2041';
const confirmation = { password: goodPassword };
const post = ({ testApp }: Scene, url: string, payload: object) =>
  testApp.app.inject({ method: 'POST', url, payload });
const postAsOwner = ({ owner }: Scene, url: string, payload: object) =>
  owner.request({ method: 'POST', url, payload });
/** In the owner's usual browser, because a sign-in from a new one causes a mail a moment later. */
const login = ({ testApp, owner: { user, cookies } }: Scene) =>
  testApp.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: user.email, password: goodPassword },
    cookies,
  });

/** The token of the newest link of a kind that was sent to an address. */
async function tokenTo({ testApp: { services } }: Scene, kind: LinkKind, address: string): Promise<string> {
  const [mail] = await services.db
    .select()
    .from(outboxMails)
    .where(and(eq(outboxMails.kind, kind), eq(outboxMails.toAddress, address)))
    .orderBy(desc(outboxMails.id));
  if (!mail) throw new Error(`No ${kind} was written to ${address}`);
  await sendMail(services, mail.id);
  return linkToken(services, mail.id);
}

async function resetToken(scene: Scene): Promise<Question> {
  const { email } = scene.owner.user;
  await post(scene, '/api/auth/forgot-password', { email });
  return { payload: { token: await tokenTo(scene, 'reset-password', email), password: newPassword } };
}

/** The address that the owner is changing to. */
async function pendingAddress(scene: Scene): Promise<string> {
  const email = `new.${scene.owner.user.email}`;
  const payload = { email, currentPassword: goodPassword };
  await scene.owner.request({ method: 'PATCH', url: '/api/user/profile', payload });
  return email;
}

async function confirmToken(scene: Scene): Promise<Question> {
  return { payload: { token: await tokenTo(scene, 'confirm-email', await pendingAddress(scene)) } };
}

async function secondToken(scene: Scene): Promise<Question> {
  const email = `second.${scene.owner.user.email}`;
  await postAsOwner(scene, '/api/release-wishes/second-email', { ...confirmation, email });
  return { payload: { token: await tokenTo(scene, 'confirm-second-email', email) } };
}

async function undoToken(scene: Scene): Promise<Question> {
  const { payload = {} } = await confirmToken(scene);
  await post(scene, '/api/auth/confirm-email', payload);
  return { payload: { token: await tokenTo(scene, 'email-changed', scene.owner.user.email) } };
}

async function twoFactorSignIn(scene: Scene): Promise<Question> {
  const { secret } = await protectWithCode(scene.testApp, scene.owner);
  const { challengeToken } = (await login(scene)).json<TwoFactorRequired>();
  return { payload: { challengeToken, code: await codeOf(scene.testApp, secret) } };
}

async function codeToConfirm(scene: Scene): Promise<Question> {
  const setup = await postAsOwner(scene, '/api/auth/two-factor/enable', confirmation);
  return { payload: { code: await codeOf(scene.testApp, setup.json<TwoFactorSetup>().secret) } };
}

async function passwordAndCode(scene: Scene): Promise<Question> {
  const { secret } = await protectWithCode(scene.testApp, scene.owner);
  return { payload: { ...confirmation, code: await codeOf(scene.testApp, secret) } };
}

async function twoFactorUndoToken(scene: Scene): Promise<Question> {
  await protectWithCode(scene.testApp, scene.owner);
  const token = await tokenTo(scene, 'two-factor-on', scene.owner.user.email);
  return { payload: { token, ...confirmation } };
}

async function otherSession(scene: Scene): Promise<Question> {
  await login(scene);
  const list = (await scene.owner.request({ url: '/api/auth/sessions' })).json<Session[]>();
  return { params: { id: list.find(({ current }) => !current)?.id ?? '' } };
}

async function dataUrl(): Promise<string> {
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } });
  return `data:image/png;base64,${(await picture.png().toBuffer()).toString('base64')}`;
}

async function ownPicture(scene: Scene): Promise<Question> {
  await postAsOwner(scene, '/api/user/profile-picture', { profilePicture: await dataUrl() });
  return {};
}

async function readyExport(scene: Scene): Promise<Question> {
  const { services } = scene.testApp;
  await postAsOwner(scene, '/api/user/export', confirmation);
  const [row] = await services.db
    .select()
    .from(accountExports)
    .where(eq(accountExports.userId, scene.owner.user.id));
  if (!row) throw new Error('No export was begun');
  await buildExport(services, row.id);
  return { payload: confirmation };
}

async function unlockedExport(scene: Scene): Promise<Question> {
  await readyExport(scene);
  await postAsOwner(scene, '/api/user/export/unlock', confirmation);
  return {};
}

/** Signing in again is how somebody changes their mind. */
async function leaving(scene: Scene): Promise<Question> {
  await postAsOwner(scene, '/api/user/deletion', { ...confirmation, confirmation: 'DELETE' });
  return { own: { token: (await login(scene)).json<SignedIn>().token } };
}

async function resendable({ testApp }: Scene): Promise<Question> {
  testApp.clock.advance(60);
  return {};
}

/** Accounts and sessions. If somebody else gets a 200, they changed their own account. */
export const accountRows: RouteRows = {
  'POST /api/auth/register': row(201, 201, 201, () => ({ payload: registration() })),
  'POST /api/auth/login': row(200, 200, 200, ({ owner }) => ({
    payload: { email: owner.user.email, password: goodPassword },
  })),
  'POST /api/auth/login/two-factor': row(200, 200, 200, twoFactorSignIn),
  'POST /api/auth/password-hint': row(200, 200, 200, () => ({ payload: { password: newPassword } })),
  'POST /api/auth/forgot-password': row(200, 200, 200, ({ owner }) => ({
    payload: { email: owner.user.email },
  })),
  'POST /api/auth/reset-password/check': row(204, 204, 204, resetToken),
  'POST /api/auth/reset-password': row(204, 204, 204, resetToken),
  'POST /api/auth/verify-email': row(200, 200, 200, async (scene) => ({
    payload: { token: await tokenTo(scene, 'verify-email', scene.owner.user.email) },
  })),
  'POST /api/auth/confirm-email': row(200, 200, 200, confirmToken),
  'POST /api/auth/confirm-second-email': row(200, 200, 200, secondToken),
  'POST /api/auth/undo-email-change': row(200, 200, 200, undoToken),
  'POST /api/auth/verify-email/resend': row(401, 429, 204, resendable),
  'POST /api/auth/change-password': row(401, 200, 200, () => ({
    payload: { currentPassword: goodPassword, newPassword },
  })),
  'GET /api/auth/sessions': row(401, 200, 200),
  'GET /api/auth/staff-views': row(401, 200, 200),
  'DELETE /api/auth/sessions/:id': row(401, 404, 204, otherSession),
  'DELETE /api/auth/sessions': row(401, 204, 204),
  'POST /api/auth/sign-out': row(401, 204, 204),
  'POST /api/auth/confirm-identity': row(401, 204, 204, () => ({ payload: confirmation })),
  'POST /api/auth/keep-alive': row(401, 204, 204),
  'GET /api/auth/two-factor': row(401, 200, 200),
  'POST /api/auth/two-factor/enable': row(401, 200, 200, () => ({ payload: confirmation })),
  'POST /api/auth/two-factor/confirm': row(401, 409, 200, codeToConfirm),
  'POST /api/auth/two-factor/undo': row(200, 200, 200, twoFactorUndoToken),
  'POST /api/auth/two-factor/recovery-codes': row(401, 409, 200, passwordAndCode),
  'POST /api/auth/two-factor/disable': row(401, 409, 200, passwordAndCode),
  'GET /api/user/profile': row(401, 200, 200),
  'PATCH /api/user/profile': row(401, 200, 200, () => ({ payload: { phone: '+1 602 555 0134' } })),
  'PATCH /api/user/notifications': row(401, 200, 200, () => ({ payload: { reminderNotifications: false } })),
  'DELETE /api/user/pending-email': row(401, 204, 204, async (scene) => {
    await pendingAddress(scene);
    return {};
  }),
  'POST /api/user/profile-picture': row(401, 200, 200, async () => ({
    payload: { profilePicture: await dataUrl() },
  })),
  'GET /api/user/profile-picture': row(401, 404, 200, ownPicture),
  'DELETE /api/user/profile-picture': row(401, 404, 204, ownPicture),
  'GET /api/user/stats': row(401, 200, 200),
  'GET /api/user/files': row(401, 200, 200),
  'GET /api/user/export': row(401, 200, 200, readyExport),
  'POST /api/user/export': row(401, 202, 202, () => ({ payload: confirmation })),
  'DELETE /api/user/export': row(401, 404, 204, readyExport),
  'POST /api/user/export/unlock': row(401, 404, 200, readyExport),
  'GET /api/user/export/file': row(401, 404, 200, unlockedExport),
  'GET /api/user/deletion': row(401, 200, 200),
  'POST /api/user/deletion': row(401, 200, 200, () => ({
    payload: { ...confirmation, confirmation: 'delete' },
  })),
  'POST /api/user/restore': row(401, 409, 200, leaving),
  'GET /api/events': row(401, 200, 200, () => ({ endless: true })),
};
