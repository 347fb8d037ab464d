import type { ItemImage } from '../shared/keepsakes/item-images.ts';
import type { PhysicalItem } from '../shared/keepsakes/physical-items.ts';
import type { StaffItem } from '../shared/keepsakes/staff-items.ts';
import type { TestApp } from './app.ts';
import { createPerson, type Person } from './factories.ts';
import { type MediaFile, mediaFiles } from './media.ts';
import { multipart } from './multipart.ts';

export const locket = {
  title: 'My mother’s locket',
  description: 'Gold, with two small pictures in it.',
  category: 'jewelry',
};

export const createKeeper = (testApp: TestApp, fields: Record<string, unknown> = {}) =>
  createPerson(testApp, { plan: 'premium', ...fields });

export async function addItem(person: Person, fields: Record<string, unknown> = {}): Promise<PhysicalItem> {
  const payload = { ...locket, ...fields };
  const answer = await person.request({ method: 'POST', url: '/api/physical-items', payload });
  if (answer.statusCode !== 201)
    throw new Error(`Adding an item answered ${answer.statusCode}: ${answer.body}`);
  return answer.json<PhysicalItem>();
}

export async function sendPicture(person: Person, itemId: string, file?: MediaFile) {
  const form = multipart({}, file ?? (await mediaFiles.photo.jpeg()));
  return person.request({ method: 'POST', url: `/api/physical-items/${itemId}/images`, ...form });
}

export async function addPicture(person: Person, itemId: string): Promise<ItemImage> {
  return (await sendPicture(person, itemId)).json<ItemImage>();
}

/** As the staff page does it: the state just seen is sent with the act. */
export async function actOnItem(staff: Person, id: string, act: string, more: object = {}) {
  const url = `/api/admin/physical-items/${id}`;
  const payload = {
    reason: 'A test',
    seen: seenOf((await staff.request({ url })).json<StaffItem>()),
    ...more,
  };
  return staff.request({ method: 'POST', url: `${url}/${act}`, payload });
}

export function seenOf(item: StaffItem) {
  const { status, storageLocation, isFeeSettled, recipient, owner, returnRequestDate } = item;
  return {
    status,
    storageLocation,
    isFeeSettled,
    recipientName: recipient?.name ?? null,
    mailingAddress: returnRequestDate ? owner.address : (recipient?.mailingAddress ?? null),
    isHeld: recipient?.isHeld ?? false,
    lostReason: item.lostReport?.reason ?? null,
    isLost: item.lostAt !== null,
  };
}
