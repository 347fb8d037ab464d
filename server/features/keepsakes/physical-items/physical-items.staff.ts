import type { FastifyRequest } from 'fastify';
import { ItemImage } from '../../../../shared/keepsakes/item-images.ts';
import {
  StaffItemArrival,
  StaffItemChange,
  StaffItemLocation,
  StaffItemReceipt,
  StaffItemSending,
} from '../../../../shared/keepsakes/staff-item-changes.ts';
import { StaffItem, StaffItemList, StaffItemQuery } from '../../../../shared/keepsakes/staff-items.ts';
import { IdParams } from '../../../../shared/values.ts';
import type { App } from '../../../platform/context.ts';
import { acceptForms } from '../../../platform/http/multipart-form.ts';
import { ownerOf } from '../../accounts/auth/sessions/sessions.ts';
import { freshStaff, type RequireMayActOn, staff } from '../../accounts/auth/staff/staff.ts';
import { addHandoverPhoto } from './item-images.ts';
import { findForStaff } from './item-rows.ts';
import { listItemsForStaff, loadItemForStaff } from './list-for-staff.ts';
import { serveImages } from './serve-images.ts';
import { moveItem, waiveFee } from './staff-actions.ts';

const answer = { 200: StaffItem };

interface Options {
  requireMayActOn: RequireMayActOn;
}

/** What staff have to receive, put away, send back and hand over. */
export async function physicalItemsStaffRoutes(app: App, options: Options): Promise<void> {
  const { services } = app;
  await acceptForms(app);
  actRoutes(app, options);

  app.get(
    '/api/admin/physical-items',
    { onRequest: staff, schema: { querystring: StaffItemQuery, response: { 200: StaffItemList } } },
    async (request) => listItemsForStaff(services, ownerOf(request).id, request.query),
  );

  app.get(
    '/api/admin/physical-items/:id',
    { onRequest: staff, schema: { params: IdParams, response: answer } },
    async (request) => loadItemForStaff(services, ownerOf(request).id, request.params.id),
  );

  app.post(
    '/api/admin/physical-items/:id/photos',
    {
      onRequest: staff,
      schema: {
        consumes: ['multipart/form-data'],
        description: 'A form with file, a photo of the item as it changes hands, and reason.',
        params: IdParams,
        response: { 201: ItemImage },
      },
    },
    async (request, reply) => {
      const item = await findForStaff(services.db, request.params.id);
      return reply.status(201).send(await addHandoverPhoto(services, request, ownerOf(request).id, item));
    },
  );

  serveImages(app, '/api/admin/physical-items', staff, () => undefined);
}

function actRoutes(app: App, { requireMayActOn }: Options): void {
  const { services } = app;
  const byStaff = (request: FastifyRequest<{ Params: { id: string } }>) => ({
    actor: ownerOf(request),
    itemId: request.params.id,
  });
  // Anything that gives away an item, or money, needs a fresh sign-in.
  const moves = [
    ['receive', staff, StaffItemReceipt],
    ['locate', staff, StaffItemLocation],
    ['undo-receive', freshStaff, StaffItemChange],
    ['come-back', staff, StaffItemLocation],
    ['send-back', freshStaff, StaffItemSending],
    ['hand-over', freshStaff, StaffItemSending],
    ['arrive', staff, StaffItemArrival],
    ['report-lost', staff, StaffItemChange],
    ['confirm-lost', freshStaff, StaffItemChange],
    ['not-lost', staff, StaffItemChange],
  ] as const;
  for (const [act, onRequest, body] of moves)
    app.post(
      `/api/admin/physical-items/:id/${act}`,
      { onRequest, schema: { params: IdParams, body, response: answer } },
      async (request) => {
        const { reason, seen, ...facts } = request.body;
        await moveItem(services, requireMayActOn, act, { reason, seen, facts, ...byStaff(request) });
        return loadItemForStaff(services, ownerOf(request).id, request.params.id);
      },
    );

  app.post(
    '/api/admin/physical-items/:id/waive-fee',
    { onRequest: freshStaff, schema: { params: IdParams, body: StaffItemChange, response: answer } },
    async (request) => {
      await waiveFee(services, requireMayActOn, { ...request.body, ...byStaff(request) });
      return loadItemForStaff(services, ownerOf(request).id, request.params.id);
    },
  );
}
