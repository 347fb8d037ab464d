import { and, eq } from 'drizzle-orm';
import type { HandoverStep } from '../../../../shared/keepsakes/item-handovers.ts';
import type { ItemFacts } from '../../../../shared/keepsakes/staff-item-changes.ts';
import type { StaffItemAct } from '../../../../shared/keepsakes/staff-items.ts';
import { fullNameOf } from '../../../../shared/names.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { fieldError, requireFound } from '../../../platform/errors.ts';
import type { ByStaff, Locked } from './change-as-staff.ts';
import { goesBack } from './item-state.ts';
import { itemHandovers, physicalItemImages } from './physical-items.table.ts';

const house = 'Long After';

const stepOf: Record<Exclude<Handover, 'arrive'>, HandoverStep> = {
  receive: 'received',
  'undo-receive': 'receipt_undone',
  locate: 'put_away',
  'send-back': 'sent_back',
  'hand-over': 'sent_to_recipient',
  'come-back': 'came_back',
  'confirm-lost': 'lost',
  'not-lost': 'not_lost',
};

export async function writeHandover(
  tx: Tx,
  { clock }: Services,
  act: Handover,
  { item, owner, recipient }: Locked,
  { actor, facts }: ByStaff & { facts: ItemFacts },
): Promise<void> {
  const back = goesBack(item);
  const meantFor = back ? fullNameOf(owner) : recipient && fullNameOf(recipient);
  if (act === 'hand-over' && !facts.to && !meantFor)
    throw fieldError('to', 'Nobody is named. Please say who is to have it.');
  if (facts.photoId) await requirePhoto(tx, item.id, facts.photoId);
  const ends = {
    receive: { from: facts.from || fullNameOf(owner), to: house },
    'undo-receive': { from: house, to: fullNameOf(owner) },
    locate: { from: house, to: house },
    'send-back': { from: house, to: facts.to || fullNameOf(owner) },
    'hand-over': { from: house, to: facts.to || meantFor || '' },
    arrive: { from: house, to: facts.to || meantFor || '' },
    'come-back': { from: meantFor || 'the way', to: house },
    'confirm-lost': { from: house, to: meantFor || '' },
    'not-lost': { from: house, to: meantFor || '' },
  } satisfies Record<Handover, { from: string; to: string }>;
  await tx.insert(itemHandovers).values({
    physicalItemId: item.id,
    step: act === 'arrive' ? (back ? 'returned' : 'delivered') : stepOf[act],
    at: clock.now(),
    ...ends[act],
    photoId: facts.photoId ?? null,
    sealNumber: facts.sealNumber || null,
    trackingNumber: facts.trackingNumber || null,
    byId: actor.id,
    byName: fullNameOf(actor),
  });
}

/** 404 for another item's picture. */
async function requirePhoto(tx: Tx, itemId: string, photoId: string): Promise<void> {
  const [photo] = await tx
    .select({ id: physicalItemImages.id })
    .from(physicalItemImages)
    .where(
      and(
        eq(physicalItemImages.id, photoId),
        eq(physicalItemImages.physicalItemId, itemId),
        eq(physicalItemImages.imageType, 'handover'),
      ),
    );
  requireFound(photo, 'This picture');
}

export type Move = Exclude<StaffItemAct, 'waive-fee'>;

/** What one person says of a loss is not in the chain, nor that it was taken back before a colleague confirmed it. */
type Handover = Exclude<Move, 'report-lost'>;

export function isInChain(act: Move, { lostAt }: Locked['item']): act is Handover {
  return act !== 'report-lost' && (act !== 'not-lost' || lostAt !== null);
}
