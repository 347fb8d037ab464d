/** What Ruth has left with us: a locket on its shelf, a book that she has not sent yet, letters that she wants back. */
import { eq } from 'drizzle-orm';
import { users } from '../../server/features/accounts/profile/profile.table.ts';
import { requestReturn } from '../../server/features/keepsakes/physical-items/returns.ts';
import { moveItem } from '../../server/features/keepsakes/physical-items/staff-actions.ts';
import { sendRequest } from '../../server/features/keepsakes/physical-items/storage-requests/send-request.ts';
import { requireFound } from '../../server/platform/errors.ts';
import { requireMayActOn } from '../../server/wiring.ts';
import type { ItemFacts } from '../../shared/keepsakes/staff-item-changes.ts';
import { dayFrom } from './days.ts';
import type { Demo } from './environment.ts';
import { type Session, signIn } from './http.ts';
import { letterBox, locket, recipeBook } from './items.ts';
import { photoFile } from './keepsakes.ts';
import type { Photo } from './photos.ts';
import { type RuthsPeople, ruth } from './ruth.ts';

/** Happens from a month ago until yesterday, once staff have their account. */
export async function ruthLeavesThings(demo: Demo, today: Date, { maya, ines }: RuthsPeople): Promise<void> {
  const goTo = (days: number, time: string) => demo.clock.jumpTo(dayFrom(today, -days, time, ruth.timezone));
  goTo(30, '09:30');
  const session = await signIn(demo, ruth);
  const locketId = await describe(session, locket, {
    title: 'My mother’s locket',
    description: 'Gold, on a thin chain, in a green case. Two small pictures inside: my parents, 1958.',
    category: 'jewelry',
    estimatedValue: 4000,
    hasInsurance: true,
    insuranceValue: 4000,
    recipientId: maya.id,
    deliveryInstructions: 'To Maya herself, not by post.',
    personalMessage: 'She wore it every day. So should you.',
  });
  const lettersId = await describe(session, letterBox, {
    title: 'Daniel’s letters, 1981 to 1984',
    description:
      'A walnut box, about a foot wide, with some eighty letters in bundles. The key is inside the lid.',
    category: 'keepsake',
    estimatedValue: 600,
    recipientId: maya.id,
  });
  goTo(23, '10:15');
  await receive(demo, locketId, { sealNumber: 'LA-1041', storageLocation: 'Room 1, table' });
  await receive(demo, lettersId, { sealNumber: 'LA-1042', storageLocation: 'Room 2, shelf 9A' });
  goTo(23, '14:40');
  await putAway(demo, locketId);
  goTo(2, '18:20');
  const { ownerId } = await signIn(demo, ruth);
  await requestReturn(demo.services, ownerId, lettersId, 'Daniel would like to read them once more.');
  await askHowToSendBook(demo, await signIn(demo, ruth), ines.id);
}

async function askHowToSendBook(demo: Demo, session: Session, recipientId: string): Promise<void> {
  const description =
    'Two volumes tied together, with loose pages in my grandmother’s hand. They must stay dry.';
  const physicalItemId = await describe(session, recipeBook, {
    title: 'The recipe book',
    description,
    category: 'keepsake',
    recipientId,
  });
  await sendRequest(demo.services, session.ownerId, {
    physicalItemId,
    itemType: 'keepsake',
    itemDescription: description,
    estimatedValue: 150,
    insuranceRequired: false,
    insuranceValue: null,
    insuranceProvider: null,
    policyNumber: null,
    storageInstructions: 'Lying flat, please: the spine is weak.',
    deliveryInstructions: 'I would bring it to a parcel shop on a Friday.',
  });
}

async function describe(session: Session, photo: Photo, fields: object): Promise<string> {
  const { id } = await session.addItem(fields);
  await session.addItemPicture(id, await photoFile(photo));
  return id;
}

const unseen = {
  ...{ isFeeSettled: false, recipientName: 'Maya Alvarez', mailingAddress: null, isHeld: false },
  ...{ lostReason: null, isLost: false },
};

async function receive(demo: Demo, itemId: string, facts: ItemFacts): Promise<void> {
  await moveItem(demo.services, requireMayActOn, 'receive', {
    actor: await memberOnDuty(demo),
    itemId,
    reason: 'It looks as in its pictures',
    seen: { ...unseen, status: 'stored', storageLocation: null },
    facts,
  });
}

async function putAway(demo: Demo, itemId: string): Promise<void> {
  await moveItem(demo.services, requireMayActOn, 'locate', {
    actor: await memberOnDuty(demo),
    itemId,
    reason: 'To its shelf',
    seen: { ...unseen, status: 'stored', storageLocation: 'Room 1, table' },
    facts: { storageLocation: 'Room 2, shelf 14C' },
  });
}

async function memberOnDuty({ services: { db } }: Demo) {
  const [member] = await db.select().from(users).where(eq(users.isAdmin, true));
  return requireFound(member);
}
