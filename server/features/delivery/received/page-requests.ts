import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { pinnedCookieName, pinnedCookieOptions } from '../../../platform/http/pinned-cookie.ts';
import type { Secrets } from './devices.ts';
import { findPage } from './pages.ts';

// Shared by all requests about a recipient's page.

export const Token = z.string().regex(/^[\w-]{43}$/);
export const TokenParams = z.object({ token: Token });

const deviceCookieDays = 400;
/** Browsers keep about two hundred cookies for a site. */
const maxSecrets = 200;

/** The secrets that this browser was given, through any link of any page. */
export function secretsOf({ cookies, server }: FastifyRequest): Secrets {
  const prefix = pinnedCookieName(server.services.config, 'received_');
  const held = Object.entries(cookies).filter(([name]) => name.startsWith(prefix));
  return new Map(held.slice(0, maxSecrets).flatMap(([name, secret]) => (secret ? [[secret, name]] : [])));
}

/** The cookie is named after the link's delivery, so that a browser can hold several; an existing one is renewed. */
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
