import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { PersonChange } from '../../../../shared/accounts/staff.ts';
import { PeopleList, PeopleQuery, Person } from '../../../../shared/staff/people.ts';
import { Id, IdParams } from '../../../../shared/values.ts';
import type { App } from '../../../platform/context.ts';
import { ownerOf, sessionOf } from '../../accounts/auth/sessions/sessions.ts';
import { freshStaff, recordView, staff } from '../../accounts/auth/staff/staff.ts';
import { endSuspension, suspendSignIn } from '../../accounts/auth/staff/suspensions/suspensions.ts';
import { type FindErasureWait, loadPerson } from './load-person.ts';
import { endSessionsByStaff, sendVerificationByStaff } from './person-actions.ts';
import { searchPeople } from './search-people.ts';

const answer = { 200: Person };
const change = { params: IdParams, body: PersonChange, response: answer };

/** Account holders: finding them, and what staff do for them when they write or call. */
export async function peopleStaffRoutes(
  app: App,
  { findErasureWait }: { findErasureWait: FindErasureWait },
): Promise<void> {
  const { services } = app;
  const load = (request: FastifyRequest, userId: string) =>
    loadPerson(services, userId, { id: ownerOf(request).id, sessionId: sessionOf(request) }, findErasureWait);

  app.get(
    '/api/admin/people',
    { onRequest: staff, schema: { querystring: PeopleQuery, response: { 200: PeopleList } } },
    (request) => searchPeople(services.db, request.query),
  );

  // A POST, because each view is recorded in the audit log and for the owner. It needs no reason, since it shows no
  // content.
  app.post(
    '/api/admin/people/:id/view',
    { onRequest: staff, schema: { params: IdParams, response: answer } },
    async (request) => {
      const person = await load(request, request.params.id);
      await recordView(services, { userId: person.id, viewedBy: ownerOf(request).id });
      return person;
    },
  );

  app.post('/api/admin/people/:id/verification', { onRequest: staff, schema: change }, async (request) => {
    const { id: userId } = request.params;
    await sendVerificationByStaff(services, { ...request.body, userId, actor: ownerOf(request).id });
    return load(request, userId);
  });

  app.delete('/api/admin/people/:id/sessions', { onRequest: staff, schema: change }, async (request) => {
    const { id: userId } = request.params;
    await endSessionsByStaff(services, { ...request.body, userId, actor: ownerOf(request).id });
    return load(request, userId);
  });

  app.delete(
    '/api/admin/people/:id/sessions/:sessionId',
    { onRequest: staff, schema: { ...change, params: z.object({ id: Id, sessionId: Id }) } },
    async (request) => {
      const { id: userId, sessionId } = request.params;
      const act = { ...request.body, userId, actor: ownerOf(request).id };
      await endSessionsByStaff(services, act, sessionId);
      return load(request, userId);
    },
  );

  app.post('/api/admin/people/:id/suspension', { onRequest: staff, schema: change }, async (request) => {
    const { id: userId } = request.params;
    await suspendSignIn(services, { ...request.body, userId, actor: ownerOf(request).id });
    return load(request, userId);
  });

  // It lets somebody into an account, so it needs a fresh sign-in.
  app.delete(
    '/api/admin/people/:id/suspension',
    { onRequest: freshStaff, schema: change },
    async (request) => {
      const { id: userId } = request.params;
      await endSuspension(services, { ...request.body, userId, actor: ownerOf(request).id });
      return load(request, userId);
    },
  );
}
