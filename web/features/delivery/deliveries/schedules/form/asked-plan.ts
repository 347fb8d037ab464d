import { parseDate } from '@internationalized/date';
import type { DeliveryType } from '../../../../../../shared/delivery/schedules.ts';
import type { DeliveryPlan } from './delivery-plan.ts';
import { noMemory } from './plan-draft.ts';

/** What a link to the page preselects. Null means that it leaves this open. */
export interface AskedPlan {
  memoryId: string | null;
  recipientIds: readonly string[] | null;
  /** YYYY-MM-DD */
  date: string | null;
  deliveryType?: DeliveryType;
}

/** `?memory=<id>&for=<recipient id>[,<recipient id>]&day=YYYY-MM-DD&type=<type>`, each of them optional; null if there is none. */
export function readAsked(search: URLSearchParams): AskedPlan | null {
  const names = ['memory', 'for', 'day', 'type'];
  if (!names.some((name) => search.has(name))) return null;
  const people = search.get('for')?.split(',').filter(Boolean) ?? [];
  return {
    memoryId: search.get('memory') || null,
    recipientIds: people.length > 0 ? people : null,
    date: readDay(search.get('day')),
    ...readType(search.get('type')),
  };
}

/** The URL of the page with these preselected. */
export function schedulePath({ memoryId, recipientIds, date, deliveryType }: AskedPlan): string {
  const parts = [
    memoryId && `memory=${memoryId}`,
    recipientIds && recipientIds.length > 0 && `for=${recipientIds.join(',')}`,
    date && `day=${date}`,
    deliveryType && `type=${deliveryType}`,
  ].filter(Boolean);
  return parts.length > 0 ? `/schedule?${parts.join('&')}` : '/schedule';
}

/**
 * The memory of the draft that a link opens. One that names only people opens a draft without a memory, so that nobody
 * gets what was chosen for somebody else; null opens whichever draft was written last.
 */
export function memoryOfAsked(asked: AskedPlan | null): string | null {
  return asked?.memoryId ?? (asked?.recipientIds ? noMemory : null);
}

/** A plan with what the link preselects. Who was chosen for the same memory before stays. */
export function beginPlan(plan: DeliveryPlan, asked: AskedPlan): DeliveryPlan {
  return {
    ...plan,
    memoryId: asked.memoryId ?? plan.memoryId,
    recipientIds:
      plan.memoryId === null
        ? (asked.recipientIds ?? plan.recipientIds)
        : (plan.recipientIds ?? asked.recipientIds),
    ...(asked.deliveryType && { deliveryType: asked.deliveryType }),
    ...(asked.date !== null && { deliveryType: 'scheduled' as const, date: asked.date }),
  };
}

function readDay(text: string | null): string | null {
  try {
    return text === null ? null : parseDate(text).toString();
  } catch {
    return null;
  }
}

function readType(text: string | null): Pick<AskedPlan, 'deliveryType'> {
  return text === 'on_death' || text === 'scheduled' ? { deliveryType: text } : {};
}
