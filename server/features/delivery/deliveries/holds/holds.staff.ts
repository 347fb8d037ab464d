import {
  DeliveriesGoingOut,
  DeliveryHoldList,
  HoldChange,
  HoldRelease,
} from '../../../../../shared/delivery/staff-deliveries.ts';
import { OpenActList } from '../../../../../shared/outbox/logged-acts.ts';
import type { App } from '../../../../platform/context.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { AppError } from '../../../../platform/errors.ts';
import { ownerOf } from '../../../accounts/auth/sessions/sessions.ts';
import { freshStaff, staff } from '../../../accounts/auth/staff/staff.ts';
import { countGoingOut } from '../figures/figures.ts';
import { listOpenActs } from '../logged-acts/logged-acts.ts';
import { holdDeliveries, openHolds, releaseSeen } from './holds.ts';

/** Putting all deliveries on hold, and releasing them: both need a fresh sign-in. */
export async function holdsStaffRoutes(app: App): Promise<void> {
  const { services } = app;
  const { db } = services;

  app.get(
    '/api/admin/holds',
    { onRequest: staff, schema: { response: { 200: DeliveryHoldList } } },
    async () => openHolds(db),
  );

  app.get(
    '/api/admin/holds/effect',
    { onRequest: staff, schema: { response: { 200: DeliveriesGoingOut } } },
    async () => countGoingOut(services),
  );

  app.get(
    '/api/admin/holds/acts',
    { onRequest: staff, schema: { response: { 200: OpenActList } } },
    async () => listOpenActs(db),
  );

  app.post(
    '/api/admin/holds',
    { onRequest: freshStaff, schema: { body: HoldChange, response: { 201: DeliveryHoldList } } },
    async (request, reply) => {
      const hold = { reason: 'by-hand' as const, message: request.body.reason, by: ownerOf(request).id };
      const isNew = await inTransaction(db, (tx) => holdDeliveries(tx, services, hold));
      if (!isNew) throw new AppError('conflict', 'All deliveries are already held');
      return reply.status(201).send(await openHolds(db));
    },
  );

  app.delete(
    '/api/admin/holds',
    { onRequest: freshStaff, schema: { body: HoldRelease, response: { 200: DeliveryHoldList } } },
    async (request) => {
      const { reason, seen } = request.body;
      const release = { by: ownerOf(request).id, note: reason, seen };
      await inTransaction(db, (tx) => releaseSeen(tx, services, release));
      return openHolds(db);
    },
  );
}
