import type { FastifyInstance } from 'fastify';

/** Only our own scripts, styles, pictures and sounds, and no framing. */
const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  // The hash is of the scroll lock that React Aria writes on iOS while a dialog is open.
  "style-src 'self' 'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg='",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join(';');

/** Set on every response; a route may override one. No cache stores a response of the API. */
export function setSecurityHeaders(app: FastifyInstance, publicUrl: string): void {
  const ofPages = securityHeaders(publicUrl.startsWith('https:'));
  const ofApi = { ...ofPages, 'cache-control': 'no-store' };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.url.startsWith('/api/') ? ofApi : ofPages);
    done();
  });
}

function securityHeaders(isHttps: boolean) {
  return {
    'content-security-policy': contentSecurityPolicy,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': 'camera=(self), microphone=(self), geolocation=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...(isHttps && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    // The XSS filter of old browsers could be abused to disable single scripts of a page.
    'x-xss-protection': '0',
  };
}
