import type { App } from '../context.ts';

const unlistedProxy =
  'TRUSTED_PROXIES is empty, but a request carries X-Forwarded-For. If a proxy stands in front of Long After, name it there: until then all visitors count as one address, and share one limit of attempts.';

/**
 * Warns once if requests come through a proxy that the settings do not name, since rate limits per address then treat
 * all visitors as one. A visitor may send the header too, so it is only a warning.
 */
export function warnOfUnlistedProxy(app: App): void {
  const { config, log } = app.services;
  if (config.trustedProxies.length > 0) return;
  let hasWarned = false;
  app.addHook('onRequest', ({ headers, socket }, _reply, done) => {
    if (!hasWarned && headers['x-forwarded-for'] !== undefined) {
      hasWarned = true;
      log.warn({ from: socket.remoteAddress }, unlistedProxy);
    }
    done();
  });
}
