import type { CookieSerializeOptions } from '@fastify/cookie';

interface Site {
  publicUrl: string;
}

/** With https the prefix pins a cookie to this very host: no sibling host can set or read it. */
export function pinnedCookieName({ publicUrl }: Site, name: string): string {
  return publicUrl.startsWith('https:') ? `__Host-${name}` : name;
}

/** What such a cookie must say of itself, and that no script reads it. */
export function pinnedCookieOptions({ publicUrl }: Site, sameSite: 'lax' | 'strict'): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite, secure: publicUrl.startsWith('https:') };
}
