import {
  StaffGiftOrder,
  StaffGiftOrderList,
  StaffGiftOrderQuery,
  StaffOrderChange,
  StaffOrderDetails,
  StaffOrderShipping,
} from '../../../../shared/store/staff-gift-orders.ts';
import { IdParams } from '../../../../shared/values.ts';
import type { App } from '../../../platform/context.ts';
import { staffChanges } from '../../accounts/auth/staff/changes/changes.ts';
import { freshStaff, staff } from '../../accounts/auth/staff/staff.ts';
import { listGiftOrdersForStaff, loadGiftOrderForStaff } from './list-for-staff.ts';
import { cancelGiftOrderAsStaff, changeOrderDetails, moveGiftOrder } from './staff-actions.ts';

/** Gift orders: what has to be prepared and sent, and what staff do about it. */
export async function giftsStaffRoutes(app: App): Promise<void> {
  const { services } = app;
  const url = '/api/admin/gift-orders';

  app.get(
    url,
    {
      onRequest: staff,
      schema: { querystring: StaffGiftOrderQuery, response: { 200: StaffGiftOrderList } },
    },
    async (request) => listGiftOrdersForStaff(services, request.query),
  );

  app.get(
    `${url}/:id`,
    { onRequest: staff, schema: { params: IdParams, response: { 200: StaffGiftOrder } } },
    async (request) => loadGiftOrderForStaff(services, request.params.id),
  );

  const change = staffChanges(app, { url, answer: StaffGiftOrder, load: loadGiftOrderForStaff });
  change(['POST', 'begin'], staff, StaffOrderChange, moveGiftOrder('begin'));
  change(['POST', 'ship'], staff, StaffOrderShipping, moveGiftOrder('ship'));
  change(['POST', 'arrive'], staff, StaffOrderChange, moveGiftOrder('arrive'));
  change(['POST', 'cancel'], freshStaff, StaffOrderChange, cancelGiftOrderAsStaff);
  change(['PUT', 'details'], staff, StaffOrderDetails, changeOrderDetails);
}
