/**
 * The store's catalogue: the only place for gifts and their prices. Prices in dollars.
 * Without schemas, since the dashboard's dialog shows it and should not load zod for that.
 */
export const giftIds = [
  'standard_frame',
  'premium_frame',
  'flowers',
  'bands',
  'balloons',
  'yard_signs',
] as const;
export type GiftId = (typeof giftIds)[number];

export const giftTypes = ['frame', 'gift'] as const;
export type GiftType = (typeof giftTypes)[number];

export interface Gift {
  readonly id: GiftId;
  readonly name: string;
  readonly price: number;
  readonly description: string;
  readonly type: GiftType;
  readonly popular: boolean;
}

/** In display order. */
export const gifts: readonly Gift[] = [
  {
    id: 'standard_frame',
    name: 'Standard Digital Frame',
    price: 149,
    description: '10-inch HD, WiFi, auto-sync photos, basic setup',
    type: 'frame',
    popular: false,
  },
  {
    id: 'premium_frame',
    name: 'Premium Digital Frame',
    price: 249,
    description: '15-inch 4K, photos and videos, voice messages',
    type: 'frame',
    popular: true,
  },
  {
    id: 'flowers',
    name: 'Fresh Flowers',
    price: 89,
    description: 'A bouquet, brought to the door',
    type: 'gift',
    popular: false,
  },
  {
    id: 'bands',
    name: 'Memorial Bands',
    price: 299,
    description: 'Live musical bands',
    type: 'gift',
    popular: false,
  },
  {
    id: 'balloons',
    name: 'Memorial Balloons',
    price: 45,
    description: 'Biodegradable',
    type: 'gift',
    popular: false,
  },
  {
    id: 'yard_signs',
    name: 'Yard Signs',
    price: 65,
    description: 'To stand in front of the house',
    type: 'gift',
    popular: false,
  },
];

export const storeClaims = { shipping: 'Free shipping over $100', warranty: '1-year warranty' } as const;

/** The gifts with these ids, each once and in catalogue order; unknown ids are left out. */
export function giftsOf(ids: Iterable<string>): Gift[] {
  const wanted = new Set(ids);
  return gifts.filter(({ id }) => wanted.has(id));
}

/** In dollars. */
export function totalOf(chosen: Iterable<Pick<Gift, 'price'>>): number {
  let total = 0;
  for (const { price } of chosen) total += price;
  return total;
}
