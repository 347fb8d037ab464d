import { type GiftId, giftsOf } from '../../../../shared/store/gifts.ts';

/** Element id of the store's delivery form. */
export const orderFormId = 'where-to';

/** Adds `id` to the selection or removes it. The result is in catalogue order. */
export function toggled(selected: readonly GiftId[], id: GiftId): GiftId[] {
  const ids = selected.includes(id) ? selected.filter((other) => other !== id) : [...selected, id];
  return giftsOf(ids).map((gift) => gift.id);
}

/** Path of the store with these gifts selected. */
export function storeAddress(selected: readonly GiftId[]): string {
  return selected.length === 0 ? '/store' : `/store?gifts=${selected.join(',')}`;
}

/** Like `storeAddress`, but scrolls to the delivery form. */
export function orderAddress(selected: readonly GiftId[]): string {
  return `${storeAddress(selected)}#${orderFormId}`;
}

/** The gifts named in the store's URL; unknown ids are ignored. */
export function selectionIn(search: URLSearchParams): GiftId[] {
  return giftsOf((search.get('gifts') ?? '').split(',')).map((gift) => gift.id);
}
