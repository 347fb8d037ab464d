import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

/** Only our own scripts, styles, pictures and sounds, and nobody may frame us. */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    // The hash is of the scroll lock that React Aria writes on iOS while a dialog is open.
    'style-src': ["'self'", "'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg='"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'media-src': ["'self'", 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  },
};

/** Every answer carries them, whatever it says; a route may replace one. No cache stores an answer of the API. */
export function setSecurityHeaders(app: FastifyInstance, publicUrl: string): void {
  const ofPages = securityHeaders(publicUrl.startsWith('https:'));
  const ofApi = { ...ofPages, 'cache-control': 'no-store' };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.url.startsWith('/api/') ? ofApi : ofPages);
    done();
  });
}

/** They are the same for every request, and made once: helmet would put them together for each. */
function securityHeaders(https: boolean) {
  const sample = new ServerResponse(new IncomingMessage(new Socket()));
  const addHeaders = helmet({
    contentSecurityPolicy,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: https && { maxAge: 63_072_000, includeSubDomains: true },
    crossOriginEmbedderPolicy: false,
  });
  addHeaders(sample.req, sample, (error) => {
    if (error) throw error;
  });
  return {
    ...sample.getHeaders(),
    'permissions-policy': 'camera=(self), microphone=(self), geolocation=()',
  };
}
