import { z } from 'zod';
import {
  BirthdayAnswer,
  BirthdayUndo,
  Series,
  SeriesChanges,
  SeriesForm,
  SeriesStopped,
} from '../../../../../shared/delivery/series.ts';
import { StaleBody } from '../../../../../shared/errors.ts';
import { IdParams } from '../../../../../shared/values.ts';
import type { App } from '../../../../platform/context.ts';
import { IdempotencyHeaders } from '../../../../platform/http/api-headers.ts';
import { ownerOf, signedIn } from '../../../accounts/auth/sessions/sessions.ts';
import { changeSeries } from './change-series.ts';
import { createSeries } from './create-series.ts';
import { answerBirthday, undoBirthdayAnswer } from './series-birthday.ts';
import { listSeries, loadSeries } from './series-list.ts';
import { stopSeries } from './stop-series.ts';

export async function seriesRoutes(app: App): Promise<void> {
  const { db, clock } = app.services;

  app.get('/api/series', { onRequest: signedIn, schema: { response: { 200: z.array(Series) } } }, (request) =>
    listSeries(db, ownerOf(request).id, clock.now()),
  );

  app.get(
    '/api/series/:id',
    { onRequest: signedIn, schema: { params: IdParams, response: { 200: Series } } },
    (request) => loadSeries(db, ownerOf(request).id, request.params.id, clock.now()),
  );
  writeRoutes(app);
  birthdayRoutes(app);
}

function writeRoutes(app: App): void {
  const { services } = app;
  const load = (ownerId: string, id: string) => loadSeries(services.db, ownerId, id, services.clock.now());

  app.post(
    '/api/series',
    {
      onRequest: signedIn,
      schema: {
        description: 'Sent once more with the same Idempotency-Key, it makes no second series.',
        headers: IdempotencyHeaders,
        body: SeriesForm,
        response: { 201: Series },
      },
    },
    async (request, reply) => {
      const owner = ownerOf(request);
      const id = await createSeries(services, owner, request.body, request.headers['idempotency-key']);
      return reply.status(201).send(await load(owner.id, id));
    },
  );

  app.patch(
    '/api/series/:id',
    {
      onRequest: signedIn,
      schema: {
        description: 'With the version that was read, a series that has been changed since is left as it is.',
        params: IdParams,
        body: SeriesChanges,
        response: { 200: Series, 409: StaleBody(Series) },
      },
    },
    async (request) => {
      const owner = ownerOf(request);
      await changeSeries(services, owner, request.params.id, request.body);
      return load(owner.id, request.params.id);
    },
  );

  app.delete(
    '/api/series/:id',
    {
      onRequest: signedIn,
      schema: {
        description: 'Stops the years that have not begun. Those that have stay, as schedules of their own.',
        params: IdParams,
        response: { 200: SeriesStopped },
      },
    },
    (request) => stopSeries(services, ownerOf(request), request.params.id),
  );
}

function birthdayRoutes(app: App): void {
  const { services } = app;
  const load = (ownerId: string, id: string) => loadSeries(services.db, ownerId, id, services.clock.now());

  app.post(
    '/api/series/:id/birthday',
    {
      onRequest: signedIn,
      schema: {
        description: 'Moves a series to a birthday that was corrected, or keeps it where it is.',
        params: IdParams,
        body: BirthdayAnswer,
        response: { 201: Series },
      },
    },
    async (request, reply) => {
      const owner = ownerOf(request);
      await answerBirthday(services, owner, request.params.id, request.body);
      return reply.status(201).send(await load(owner.id, request.params.id));
    },
  );

  app.post(
    '/api/series/:id/birthday/undo',
    {
      onRequest: signedIn,
      schema: {
        description: 'Takes that answer back. The series asks again.',
        params: IdParams,
        body: BirthdayUndo,
        response: { 201: Series },
      },
    },
    async (request, reply) => {
      const owner = ownerOf(request);
      await undoBirthdayAnswer(services, owner, request.params.id, request.body);
      return reply.status(201).send(await load(owner.id, request.params.id));
    },
  );
}
