import { eq } from 'drizzle-orm';
import { users } from '../../server/features/accounts/profile/profile.table.ts';
import {
  type PhysicalItemRow,
  physicalItems,
} from '../../server/features/keepsakes/physical-items/physical-items.table.ts';
import type { ItemImage } from '../../shared/keepsakes/item-images.ts';
import type { PhysicalItem } from '../../shared/keepsakes/physical-items.ts';
import type { StorageRequest } from '../../shared/keepsakes/storage-requests.ts';
import { createPerson } from '../factories.ts';
import { mediaFiles } from '../media.ts';
import { multipart } from '../multipart.ts';
import { ownersMark, type Question, type RouteRows, row, type Scene } from './row.ts';
import { freshStaffRow, staffRow } from './staff-row.ts';

const locket = {
  title: `A locket ${ownersMark}`,
  description: 'Gold, with two pictures',
  category: 'jewelry',
};
const request = { itemType: 'jewelry', itemDescription: `A locket in a box, ${ownersMark}` };

/** Only the highest plan stores items. */
async function premium({ testApp, owner }: Scene): Promise<void> {
  const { db } = testApp.services;
  await db.update(users).set({ subscriptionPlan: 'premium' }).where(eq(users.id, owner.user.id));
}

async function item(scene: Scene, columns: Partial<PhysicalItemRow> = {}): Promise<PhysicalItem> {
  await premium(scene);
  const answer = await scene.owner.request({ method: 'POST', url: '/api/physical-items', payload: locket });
  const added = answer.json<PhysicalItem>();
  const isIt = eq(physicalItems.id, added.id);
  if (Object.keys(columns).length > 0)
    await scene.testApp.services.db.update(physicalItems).set(columns).where(isIt);
  return added;
}

const itemIn =
  (columns: Partial<PhysicalItemRow> = {}, payload?: object) =>
  async (scene: Scene): Promise<Question> => ({
    params: { id: (await item(scene, columns)).id },
    ...(payload && { payload }),
  });

/** By somebody else of staff. */
const saidToBeLost: Partial<PhysicalItemRow> = {
  status: 'in_transit',
  lostReportedAt: new Date(),
  lostReason: 'The carrier says so',
  lostReportedBy: '01900000-0000-7000-8000-000000000000',
};

const returnAsked = { status: 'requested_return', returnRequestDate: new Date(), returnFee: 25 } as const;

async function pictured(scene: Scene): Promise<Question> {
  const { id } = await item(scene);
  const form = multipart({}, await mediaFiles.photo.jpeg());
  const url = `/api/physical-items/${id}/images`;
  const answer = await scene.owner.request({ method: 'POST', url, ...form });
  return { params: { id, imageId: answer.json<ItemImage>().id } };
}

async function picture(scene: Scene): Promise<Question> {
  return { ...multipart({}, await mediaFiles.photo.jpeg()), params: { id: (await item(scene)).id } };
}

async function sent(scene: Scene): Promise<Question> {
  await premium(scene);
  const url = '/api/physical-storage-requests';
  const answer = await scene.owner.request({ method: 'POST', url, payload: request });
  return { params: { id: answer.json<StorageRequest>().id } };
}

const withPlan =
  (payload: object) =>
  async (scene: Scene): Promise<Question> => {
    await premium(scene);
    return { payload };
  };

/** In the state in which staff see an item without a recipient. */
const seenAs = (columns: Partial<PhysicalItemRow>) => ({
  status: columns.status ?? 'stored',
  storageLocation: columns.storageLocation ?? null,
  isFeeSettled: columns.returnFee === 0,
  recipientName: null,
  mailingAddress: null,
  isHeld: false,
  lostReason: columns.lostReason ?? null,
  isLost: false,
});
/** Somebody else's item, because nobody gives out their own. */
const toActOn =
  (columns: Partial<PhysicalItemRow>, more: object = {}) =>
  async ({ testApp }: Scene): Promise<Question> => {
    const payload = { reason: 'A test', seen: seenAs(columns), ...more };
    return itemIn(columns, payload)({ testApp, owner: await createPerson(testApp) });
  };
const staffAct = (...args: Parameters<typeof toActOn>) => staffRow(200, toActOn(...args));
const freshStaffAct = (...args: Parameters<typeof toActOn>) => freshStaffRow(200, toActOn(...args));
const received = { receivedDate: new Date(), storageLocation: '14C' };
const place = { storageLocation: '14C' };

const seenRequest = { status: 'pending', answer: null, adminNotes: null };
const requestAct = (more: object) =>
  staffRow(200, async (scene) => ({
    ...(await sent(scene)),
    payload: { reason: 'A test', seen: seenRequest, ...more },
  }));

export const itemRows: RouteRows = {
  'GET /api/physical-items': row(401, 403, 200, async (scene) => {
    await item(scene);
    return {};
  }),
  'POST /api/physical-items': row(401, 402, 201, withPlan(locket)),
  'PATCH /api/physical-items/:id': row(401, 404, 200, itemIn({}, { title: 'Her locket' })),
  'DELETE /api/physical-items/:id': row(401, 404, 204, itemIn()),
  'POST /api/physical-items/:id/request-return': row(401, 404, 200, itemIn({}, { reason: 'I miss it' })),
  'DELETE /api/physical-items/:id/request-return': row(401, 404, 200, itemIn(returnAsked)),
  'POST /api/physical-items/:id/return-fee/checkout': row(401, 404, 201, itemIn(returnAsked)),
  'POST /api/physical-items/:id/images': row(401, 404, 201, picture),
  'DELETE /api/physical-items/:id/images/:imageId': row(401, 404, 204, pictured),
  'GET /api/physical-items/:id/images/:imageId': row(401, 404, 200, pictured),
  'GET /api/physical-items/:id/images/:imageId/thumbnail': row(401, 404, 200, pictured),
  'GET /api/physical-storage-requests': row(401, 403, 200, async (scene) => {
    await sent(scene);
    return {};
  }),
  'POST /api/physical-storage-requests': row(401, 402, 201, withPlan(request)),
  'POST /api/physical-storage-requests/:id/cancel': row(401, 404, 200, sent),
  'GET /api/admin/physical-items': staffRow(200),
  'GET /api/admin/physical-items/:id': staffRow(200, itemIn()),
  'GET /api/admin/physical-items/:id/images/:imageId': staffRow(200, pictured),
  'GET /api/admin/physical-items/:id/images/:imageId/thumbnail': staffRow(200, pictured),
  'POST /api/admin/physical-items/:id/photos': staffRow(201, async (scene) => ({
    ...multipart({ reason: 'A test' }, await mediaFiles.photo.jpeg()),
    params: { id: (await item(scene)).id },
  })),
  'POST /api/admin/physical-items/:id/receive': staffAct({}, place),
  'POST /api/admin/physical-items/:id/undo-receive': freshStaffRow(200, (scene) =>
    toActOn({ ...received, receivedDate: scene.testApp.clock.now() })(scene),
  ),
  'POST /api/admin/physical-items/:id/locate': staffAct(received, place),
  'POST /api/admin/physical-items/:id/send-back': freshStaffAct({
    ...received,
    ...returnAsked,
    returnFee: 0,
  }),
  'POST /api/admin/physical-items/:id/hand-over': freshStaffAct(
    { ...received, handOverSince: new Date() },
    { to: 'Maya Alvarez' },
  ),
  'POST /api/admin/physical-items/:id/arrive': staffAct({ status: 'in_transit' }, { to: 'Maya Alvarez' }),
  'POST /api/admin/physical-items/:id/come-back': staffAct({ status: 'in_transit' }, place),
  'POST /api/admin/physical-items/:id/waive-fee': freshStaffAct(returnAsked),
  'POST /api/admin/physical-items/:id/report-lost': staffAct({ status: 'in_transit' }),
  'POST /api/admin/physical-items/:id/confirm-lost': freshStaffAct(saidToBeLost),
  'POST /api/admin/physical-items/:id/not-lost': staffAct(saidToBeLost),
  'GET /api/admin/physical-storage-requests': staffRow(200),
  'GET /api/admin/physical-storage-requests/:id': staffRow(200, sent),
  'POST /api/admin/physical-storage-requests/:id/approve': requestAct({ answer: 'To 1 Quay Street' }),
  'POST /api/admin/physical-storage-requests/:id/decline': requestAct({ answer: 'It is too large' }),
  'PUT /api/admin/physical-storage-requests/:id/notes': requestAct({ adminNotes: 'Rang twice' }),
};
