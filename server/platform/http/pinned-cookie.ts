import type { CookieSerializeOptions } from '@fastify/cookie';

interface Site {
  publicUrl: string;
}

/** With https, the prefix pins the cookie to exactly this host: no sibling host can set or read it. */
export function pinnedCookieName({ publicUrl }: Site, name: string): string {
  return publicUrl.startsWith('https:') ? `__Host-${name}` : name;
}

/** The attributes that the prefix requires, plus HttpOnly. */
export function pinnedCookieOptions({ publicUrl }: Site, sameSite: 'lax' | 'strict'): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite, secure: publicUrl.startsWith('https:') };
}
