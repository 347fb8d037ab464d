import type { App } from '../../../platform/context.ts';
import { plainPageStyle } from '../../../platform/http/plain-page-style.ts';
import { apiDescriptionPage } from './api-description.page.ts';

/** Serves the API description as JSON and as a page. */
export async function apiDescriptionRoutes(app: App): Promise<void> {
  let page: string | undefined;
  const schema = { hide: true };

  app.get('/api/openapi.json', { schema }, async () => app.swagger());

  app.get('/api/docs', { schema }, async (_request, reply) => {
    page ??= apiDescriptionPage(app.swagger());
    return reply.type('text/html; charset=utf-8').send(page);
  });

  app.get('/api/docs/style.css', { schema }, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(plainPageStyle),
  );
}
