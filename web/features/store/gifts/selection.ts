import type { GiftId } from '../../../../shared/store/gifts.ts';
import { giftsOf } from '../../../../shared/store/gifts.ts';

/** Of the part of the store in which it is said where gifts go. */
export const orderFormId = 'where-to';

/** The selection with `id` in it, or without it where it was in before; in the order of the catalogue. */
export function toggled(selected: readonly GiftId[], id: GiftId): GiftId[] {
  const ids = selected.includes(id) ? selected.filter((other) => other !== id) : [...selected, id];
  return giftsOf(ids).map((gift) => gift.id);
}

/** The store with these gifts in the order. */
export function storeAddress(selected: readonly GiftId[]): string {
  return selected.length === 0 ? '/store' : `/store?gifts=${selected.join(',')}`;
}

/** Where these gifts are ordered: the store, at its form. */
export function orderAddress(selected: readonly GiftId[]): string {
  return `${storeAddress(selected)}#${orderFormId}`;
}

/** The gifts that the store's address names; what it does not know is left out. */
export function selectionIn(search: URLSearchParams): GiftId[] {
  return giftsOf((search.get('gifts') ?? '').split(',')).map((gift) => gift.id);
}
