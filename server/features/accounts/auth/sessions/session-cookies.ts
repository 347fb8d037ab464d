import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../../../platform/config.ts';
import type { Services } from '../../../../platform/context.ts';
import { pinnedCookieName, pinnedCookieOptions } from '../../../../platform/http/pinned-cookie.ts';
import { deriveToken } from '../../../../platform/random.ts';

const deviceDays = 365;
const hour = 3600;
/** Two per account, so a shared browser is known to four accounts. */
const proofsStored = 8;
const proofCharacters = 22;

export function sessionCookieName(config: Pick<Config, 'publicUrl'>): string {
  return pinnedCookieName(config, 'long_after_session');
}

function deviceCookieName(config: Pick<Config, 'publicUrl'>): string {
  return pinnedCookieName(config, 'long_after_device');
}

function attributes(config: Pick<Config, 'publicUrl'>) {
  return pinnedCookieOptions(config, 'lax');
}

export function setSessionCookie(
  reply: FastifyReply,
  config: Config,
  secret: string,
  lifetimeHours: number,
): void {
  reply.setCookie(sessionCookieName(config), secret, { ...attributes(config), maxAge: lifetimeHours * hour });
}

export function clearSessionCookie(reply: FastifyReply, config: Config): void {
  reply.clearCookie(sessionCookieName(config), attributes(config));
}

interface Account {
  id: string;
  email: string;
}

/** Stores in a cookie that somebody has signed in to this account with this browser. The cookie does not sign anybody in. */
export function rememberDevice(request: FastifyRequest, reply: FastifyReply, account: Account): void {
  const { services } = request.server;
  const { device, proofs } = readDevice(request);
  const name = device || services.random.token(12);
  const fresh = [proofOf(services, name, account.id), proofOf(services, name, account.email)];
  const others = proofs.filter((proof) => !fresh.includes(proof));
  const value = [name, ...[...others, ...fresh].slice(-proofsStored)].join('.');
  reply.setCookie(deviceCookieName(services.config), value, {
    ...attributes(services.config),
    maxAge: deviceDays * 24 * hour,
  });
}

/** The browser's name, if somebody has signed in to the account with this id or email address in it before. */
export function knownDevice(request: FastifyRequest, idOrEmail: string): string | undefined {
  const { device, proofs } = readDevice(request);
  return device && proofs.includes(proofOf(request.server.services, device, idOrEmail)) ? device : undefined;
}

function readDevice(request: FastifyRequest) {
  const cookie = request.cookies[deviceCookieName(request.server.services.config)] ?? '';
  const [device = '', ...proofs] = cookie.split('.');
  return { device: /^[\w-]{16}$/.test(device) ? device : '', proofs: proofs.slice(0, proofsStored) };
}

function proofOf({ appSecret }: Services, device: string, idOrEmail: string): string {
  const proof = deriveToken(appSecret, 'known-device', `${device}:${idOrEmail.toLowerCase()}`);
  return proof.slice(0, proofCharacters);
}
