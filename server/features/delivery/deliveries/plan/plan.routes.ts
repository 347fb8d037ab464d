import { z } from 'zod';
import {
  MemoryRecipientsForm,
  Schedule,
  ScheduleChanges,
  ScheduleForm,
  ScheduleList,
  ScheduleListQuery,
} from '../../../../../shared/delivery/schedules.ts';
import { StaleBody } from '../../../../../shared/errors.ts';
import { IdParams } from '../../../../../shared/values.ts';
import type { App } from '../../../../platform/context.ts';
import { IdempotencyHeaders, linkNext } from '../../../../platform/http/api-headers.ts';
import { ownerOf, signedIn } from '../../../accounts/auth/sessions/sessions.ts';
import { retrySchedule } from '../deliveries.ts';
import { addRecipients, cancelSchedule, changeSchedule, createSchedule } from './save-schedule.ts';
import { listSchedules, loadSchedule } from './schedule-list.ts';

export async function schedulesRoutes(app: App): Promise<void> {
  const { services } = app;

  app.get(
    '/api/schedules',
    { onRequest: signedIn, schema: { querystring: ScheduleListQuery, response: { 200: ScheduleList } } },
    async (request, reply) => {
      const { schedules, next } = await listSchedules(services, ownerOf(request).id, request.query);
      if (next) linkNext(request, reply, next);
      return schedules;
    },
  );

  app.get(
    '/api/schedules/:id',
    { onRequest: signedIn, schema: { params: IdParams, response: { 200: Schedule } } },
    (request) => loadSchedule(services, ownerOf(request).id, request.params.id),
  );
  writeRoutes(app);
}

function writeRoutes(app: App): void {
  const { services } = app;

  app.post(
    '/api/schedules',
    {
      onRequest: signedIn,
      schema: {
        description: 'Sent once more with the same Idempotency-Key, it makes no second schedule.',
        headers: IdempotencyHeaders,
        body: ScheduleForm,
        response: { 201: Schedule },
      },
    },
    async (request, reply) => {
      const owner = ownerOf(request);
      const id = await createSchedule(services, owner, request.body, request.headers['idempotency-key']);
      return reply.status(201).send(await loadSchedule(services, owner.id, id));
    },
  );

  app.patch(
    '/api/schedules/:id',
    {
      onRequest: signedIn,
      schema: {
        description:
          'With the version that was read, a schedule that has been changed since is left as it is.',
        params: IdParams,
        body: ScheduleChanges,
        response: { 200: Schedule, 409: StaleBody(Schedule) },
      },
    },
    async (request) => {
      const owner = ownerOf(request);
      await changeSchedule(services, owner, request.params.id, request.body);
      return loadSchedule(services, owner.id, request.params.id);
    },
  );

  app.delete(
    '/api/schedules/:id',
    { onRequest: signedIn, schema: { params: IdParams, response: { 204: z.null() } } },
    async (request, reply) => {
      await cancelSchedule(services, ownerOf(request), request.params.id);
      return reply.status(204).send(null);
    },
  );

  recipientRoutes(app);
}

function recipientRoutes(app: App): void {
  const { services } = app;

  app.post(
    '/api/schedules/:id/retries',
    {
      onRequest: signedIn,
      schema: {
        description: 'Tries once more to send to those for whom delivery has failed.',
        params: IdParams,
        response: { 201: Schedule },
      },
    },
    async (request, reply) => {
      const owner = ownerOf(request);
      await retrySchedule(services, owner.id, request.params.id);
      return reply.status(201).send(await loadSchedule(services, owner.id, request.params.id));
    },
  );

  app.post(
    '/api/memories/:id/recipients',
    {
      onRequest: signedIn,
      schema: { params: IdParams, body: MemoryRecipientsForm, response: { 201: Schedule } },
    },
    async (request, reply) => {
      const owner = ownerOf(request);
      const { scheduleId, recipientIds } = request.body;
      await addRecipients(services, owner, request.params.id, scheduleId, recipientIds);
      return reply.status(201).send(await loadSchedule(services, owner.id, scheduleId));
    },
  );
}
