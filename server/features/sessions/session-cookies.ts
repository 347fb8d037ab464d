import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config.ts';
import type { Services } from '../../platform/context.ts';
import { deriveToken } from '../../platform/random.ts';

const deviceDays = 365;
const hour = 3600;

/** With https the prefix pins a cookie to this very host: no sibling host can set or read it. */
function cookieName({ publicUrl }: Pick<Config, 'publicUrl'>, name: string): string {
  return publicUrl.startsWith('https:') ? `__Host-${name}` : name;
}

export function sessionCookieName(config: Pick<Config, 'publicUrl'>): string {
  return cookieName(config, 'long_after_session');
}

function deviceCookieName(config: Pick<Config, 'publicUrl'>): string {
  return cookieName(config, 'long_after_device');
}

function attributes({ publicUrl }: Pick<Config, 'publicUrl'>) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https:') } as const;
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

type DeviceServices = Pick<Services, 'config' | 'appSecret' | 'random'>;

/** Remembers that somebody signed in to the account of `email` with this browser. Signs nobody in. */
export function rememberDevice(reply: FastifyReply, services: DeviceServices, email: string): void {
  const device = services.random.token(12);
  const value = `${device}.${deviceProof(services, device, email)}`;
  reply.setCookie(deviceCookieName(services.config), value, {
    ...attributes(services.config),
    maxAge: deviceDays * 24 * hour,
  });
}

/** The browser's name, if the account of `email` was signed in to with it before. */
export function knownDevice(
  request: FastifyRequest,
  services: DeviceServices,
  email: string,
): string | undefined {
  const [device, proof] = (request.cookies[deviceCookieName(services.config)] ?? '').split('.');
  return device && proof === deviceProof(services, device, email) ? device : undefined;
}

function deviceProof({ appSecret }: DeviceServices, device: string, email: string): string {
  return deriveToken(appSecret, 'known-device', `${device}:${email.toLowerCase()}`);
}
