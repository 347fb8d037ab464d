import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { pinnedCookieName, pinnedCookieOptions } from '../../../platform/http/pinned-cookie.ts';
import type { Secrets } from './devices.ts';
import { findPage } from './pages.ts';

// What all requests about a recipient's page have in common.

export const Token = z.string().regex(/^[\w-]{43}$/);
export const TokenParams = z.object({ token: Token });

const deviceCookieDays = 400;
/** Browsers hold some two hundred cookies of a site. */
const maxSecrets = 200;

/** The secrets that this browser was given, by whichever link of whichever page. */
export function secretsOf({ cookies, server }: FastifyRequest): Secrets {
  const prefix = pinnedCookieName(server.services.config, 'received_');
  const held = Object.entries(cookies).filter(([name]) => name.startsWith(prefix));
  return new Map(held.slice(0, maxSecrets).flatMap(([name, secret]) => (secret ? [[secret, name]] : [])));
}

/** Named after the link's delivery, so that a browser can hold several; one that it holds already is renewed. */
export async function setDeviceCookie(
  reply: FastifyReply,
  token: string,
  { secret, name }: { secret: string; name: string | undefined },
): Promise<void> {
  const { config, db } = reply.server.services;
  const ownName = name ?? pinnedCookieName(config, `received_${(await findPage(db, token)).delivery.id}`);
  reply.setCookie(ownName, secret, {
    ...pinnedCookieOptions(config, 'strict'),
    maxAge: deviceCookieDays * 24 * 60 * 60,
  });
}
