import type { FastifyRequest } from 'fastify';
import {
  StaffLifeChange,
  StaffLifeChangeAnswer,
  StaffLifeChangeDecision,
  StaffLifeChangeList,
  StaffLifeChangeQuery,
} from '../../../../../shared/after-death/staff-life-changes.ts';
import { IdParams } from '../../../../../shared/values.ts';
import type { App } from '../../../../platform/context.ts';
import { ownerOf } from '../../../accounts/auth/sessions/sessions.ts';
import { freshStaff, staff } from '../../../accounts/auth/staff/staff.ts';
import { listForStaff, loadForStaff } from './list-for-staff.ts';
import { actOnChange, type ChangeAct } from './staff-actions.ts';

const schema = { params: IdParams, body: StaffLifeChangeDecision, response: { 200: StaffLifeChange } };

type Decided = FastifyRequest<{ Params: { id: string }; Body: Omit<ChangeAct, 'by' | 'changeId'> }>;

/** What trusted contacts have told us about people's lives, and what staff do about it. */
export async function lifeChangesStaffRoutes(app: App): Promise<void> {
  const { services } = app;
  const act = async (
    what: Parameters<typeof actOnChange>[1],
    request: FastifyRequest,
    given: Decided['body'],
    id: string,
  ) => {
    await actOnChange(services, what, { ...given, by: ownerOf(request).id, changeId: id });
    return loadForStaff(services, id);
  };

  app.get(
    '/api/admin/life-changes',
    {
      onRequest: staff,
      schema: { querystring: StaffLifeChangeQuery, response: { 200: StaffLifeChangeList } },
    },
    async ({ query }) => listForStaff(services, query),
  );

  app.get(
    '/api/admin/life-changes/:id',
    { onRequest: staff, schema: { params: IdParams, response: { 200: StaffLifeChange } } },
    async ({ params }) => loadForStaff(services, params.id),
  );

  app.post(
    '/api/admin/life-changes/:id/answer',
    { onRequest: freshStaff, schema: { ...schema, body: StaffLifeChangeAnswer } },
    async (request) => act('answer', request, request.body, request.params.id),
  );

  app.post('/api/admin/life-changes/:id/end', { onRequest: freshStaff, schema }, async (request) =>
    act('end', request, request.body, request.params.id),
  );

  app.post('/api/admin/life-changes/:id/name-guardian', { onRequest: freshStaff, schema }, async (request) =>
    act('name-guardian', request, request.body, request.params.id),
  );

  app.post('/api/admin/life-changes/:id/confirm-death', { onRequest: freshStaff, schema }, async (request) =>
    act('confirm-death', request, request.body, request.params.id),
  );
}
