import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  GiftCheckout,
  GiftOrder,
  GiftOrderForm,
  PlacedGiftOrder,
} from '../../../../shared/store/gift-orders.ts';
import { write } from '../../../lib/api/request.ts';
import { useWrite } from '../../../lib/api/use-write.ts';

const ordersPath = '/api/gift-orders';

/** Newest first. */
export function useGiftOrders() {
  return useQuery<GiftOrder[]>({ queryKey: [ordersPath], meta: { failure: 'Failed to fetch your orders' } });
}

/** Returns the order with the URL of its payment page. It may have been placed although its answer was lost. */
export function usePlaceGiftOrder() {
  return useWrite((form: z.input<typeof GiftOrderForm>) => write<PlacedGiftOrder>('POST', ordersPath, form), {
    onSettled: ['gift-orders'],
  });
}

/** Opens a new payment page for an order that is not paid yet. */
export function useReopenGiftCheckout() {
  return useWrite((id: string) => write<GiftCheckout>('POST', `${ordersPath}/${id}/checkout`), {
    onError: ['gift-orders'],
  });
}

/** Possible until the order is sent; after that the server responds with 409. What was paid is refunded. */
export function useCancelGiftOrder() {
  return useWrite((id: string) => write<GiftOrder>('POST', `${ordersPath}/${id}/cancel`), {
    onSettled: ['gift-orders'],
  });
}
