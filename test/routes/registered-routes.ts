import { subscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';

const initialization = 'fastify.initialization';
/** Files of the built web are routes too, and differ from build to build. */
const ours = /^\/(api|audit-checkpoints|dev|healthz|readyz|metrics)(\/|\.|$)/;

/** Every route of the apps that are built after this call, as `GET /api/memories/:id`; without HEAD where there is GET. */
export function watchRoutes(): ReadonlySet<string> {
  const routes = new Set<string>();
  subscribe(initialization, (message) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ method, url }) => {
      if (!ours.test(url)) return;
      const methods = [method].flat();
      for (const each of methods) if (each !== 'HEAD') routes.add(`${each} ${url}`);
    });
  });
  return routes;
}
