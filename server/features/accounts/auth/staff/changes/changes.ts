import type { FastifyTypeProviderDefault } from 'fastify';
import type { z } from 'zod';
import { IdParams } from '../../../../../../shared/values.ts';
import type { App, Services } from '../../../../../platform/context.ts';
import { ownerOf } from '../../sessions/sessions.ts';
import type { staff } from '../staff.ts';

/** A staff action on a record: who acts, why, and the record as they saw it. */
export interface ByStaff<Seen> {
  /** The id of the member of staff. */
  actor: string;
  /** The id of the record. */
  id: string;
  reason: string;
  seen: Seen;
}

interface Record<Answer extends z.ZodType> {
  /** The URL of the list that contains the record. */
  url: string;
  answer: Answer;
  load: (services: Services, id: string) => Promise<z.output<Answer>>;
}

/**
 * Adds the routes by which staff change a record: each runs the change with its body, the member of staff and
 * the record's id, and returns the record as it is then.
 */
export function staffChanges<Answer extends z.ZodType>(app: App, { url, answer, load }: Record<Answer>) {
  const { services } = app;
  return <Body extends z.ZodType<object>>(
    [method, name]: readonly ['POST' | 'PUT', string],
    onRequest: typeof staff,
    body: Body,
    change: (services: Services, by: z.output<Body> & { actor: string; id: string }) => Promise<void>,
  ) => {
    app.withTypeProvider<FastifyTypeProviderDefault>().route<{ Params: { id: string } }>({
      method,
      url: `${url}/:id/${name}`,
      onRequest,
      schema: { params: IdParams, body, response: { 200: answer } },
      async handler(request) {
        const { id } = request.params;
        // Parsed by the schema's validator.
        const form = request.body as z.output<Body>;
        await change(services, { ...form, actor: ownerOf(request).id, id });
        return load(services, id);
      },
    });
  };
}
