import type { RouteOptions } from 'fastify';
import { loadOnce } from '../../../platform/cached.ts';
import type { App } from '../../../platform/context.ts';
import { plainPageStyle } from '../../../platform/http/plain-page-style.ts';
import { apiDescriptionPage } from './api-description.page.ts';

/** Collects every route that is added to `app` from now on, for the API description. */
export function collectRoutes(app: App): readonly RouteOptions[] {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    // Fastify adds a HEAD route for each GET, after it.
    const isAdded =
      route.method === 'HEAD' && routes.some(({ url, method }) => url === route.url && method === 'GET');
    if (!isAdded) routes.push(route);
  });
  return routes;
}

/** Serves the API description as JSON and as a page. */
export async function apiDescriptionRoutes(
  app: App,
  { routes }: { routes: readonly RouteOptions[] },
): Promise<void> {
  const describe = loadOnce(() => describeRoutes(routes));
  const page = loadOnce(async () => apiDescriptionPage(await describe()));
  const schema = { hide: true };

  app.get('/api/openapi.json', { schema }, describe);

  app.get('/api/docs', { schema }, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(await page()),
  );

  app.get('/api/docs/style.css', { schema }, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(plainPageStyle),
  );
}

/** It is rarely requested, so its libraries are loaded only then, and the routes are given to an app that only describes them. */
async function describeRoutes(routes: readonly RouteOptions[]) {
  const [{ fastify }, { default: swagger }, zod] = await Promise.all([
    import('fastify'),
    import('@fastify/swagger'),
    import('fastify-type-provider-zod'),
  ]);
  const described = fastify({ exposeHeadRoutes: false });
  described.setValidatorCompiler(zod.validatorCompiler).setSerializerCompiler(zod.serializerCompiler);
  await described.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Long After', version: '1' },
      components: { securitySchemes: { session: { type: 'http', scheme: 'bearer' } } },
    },
    transform: zod.createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } }),
  });
  for (const { method, url, schema = {} } of routes)
    described.route({
      ...{ method, url, schema, config: { swagger: { exposeHeadRoute: true } } },
      handler: async () => undefined,
    });
  await described.ready();
  return described.swagger();
}
