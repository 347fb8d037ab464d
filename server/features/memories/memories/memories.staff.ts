import {
  OpenedMemory,
  StaffMemory,
  StaffMemoryChange,
  StaffMemoryList,
  StaffMemoryQuery,
} from '../../../../shared/memories/staff-memories.ts';
import { IdParams } from '../../../../shared/values.ts';
import type { App } from '../../../platform/context.ts';
import { sendStoredFile } from '../../../platform/http/stored-file.ts';
import { ownerOf } from '../../accounts/auth/sessions/sessions.ts';
import { freshStaff, type RequireMayActOn, staff } from '../../accounts/auth/staff/staff.ts';
import { listForReview, loadForReview, type WaitingDeliveries } from './list-for-review.ts';
import { type MemoryHooks, servedFile } from './memories.ts';
import { loadOpened, toOpened } from './openings.ts';
import { openMemory, reviewMemory } from './review-memory.ts';

interface Options {
  hooks: MemoryHooks;
  waitingDeliveries: WaitingDeliveries;
  requireMayActOn: RequireMayActOn;
}

const change = { params: IdParams, body: StaffMemoryChange };
const verdicts = [
  { path: 'approval', act: 'approve', onRequest: freshStaff },
  { path: 'rejection', act: 'reject', onRequest: staff },
] as const;

/** Memories that wait for a person: what was checked, the decision, and looking at one for a stated reason. */
export async function memoriesStaffRoutes(app: App, options: Options): Promise<void> {
  const { services } = app;
  const { waitingDeliveries } = options;
  const load = (staffId: string, memoryId: string) =>
    loadForReview(services, { staffId, waitingDeliveries }, memoryId);

  app.get(
    '/api/admin/memories',
    { onRequest: staff, schema: { querystring: StaffMemoryQuery, response: { 200: StaffMemoryList } } },
    async (request) =>
      listForReview(services, { staffId: ownerOf(request).id, waitingDeliveries }, request.query),
  );

  app.get(
    '/api/admin/memories/:id',
    { onRequest: staff, schema: { params: IdParams, response: { 200: StaffMemory } } },
    async (request) => load(ownerOf(request).id, request.params.id),
  );

  for (const { path, act, onRequest } of verdicts) {
    app.post(
      `/api/admin/memories/:id/${path}`,
      { onRequest, schema: { ...change, response: { 200: StaffMemory } } },
      async (request) => {
        const [{ id: actor }, { id: memoryId }] = [ownerOf(request), request.params];
        await reviewMemory(services, options, act, { ...request.body, memoryId, actor });
        return load(actor, memoryId);
      },
    );
  }

  app.post(
    '/api/admin/memories/:id/openings',
    { onRequest: freshStaff, schema: { ...change, response: { 201: OpenedMemory } } },
    async (request, reply) => {
      const [{ id: actor }, { id: memoryId }] = [ownerOf(request), request.params];
      await openMemory(services, options, { ...request.body, memoryId, actor });
      return reply.status(201).send(toOpened(await loadOpened(services, actor, memoryId)));
    },
  );

  app.get(
    '/api/admin/memories/:id/opened',
    { onRequest: staff, schema: { params: IdParams, response: { 200: OpenedMemory } } },
    async (request) => toOpened(await loadOpened(services, ownerOf(request).id, request.params.id)),
  );

  for (const rendition of ['file', 'thumbnail', 'display'] as const) {
    app.route({
      method: ['GET', 'HEAD'],
      url: `/api/admin/memories/:id/${rendition}`,
      onRequest: staff,
      schema: { params: IdParams },
      async handler(request, reply) {
        const { memory } = await loadOpened(services, ownerOf(request).id, request.params.id);
        return sendStoredFile(request, reply, services, servedFile(memory, rendition, { download: false }));
      },
    });
  }
}
