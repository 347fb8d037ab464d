import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  GiftCheckout,
  GiftOrder,
  GiftOrderForm,
  PlacedGiftOrder,
} from '../../../../shared/store/gift-orders.ts';
import { invalidateTopics } from '../../../lib/api/changed-queries.ts';
import { write } from '../../../lib/api/request.ts';

const ordersPath = '/api/gift-orders';

/** Newest first. */
export function useGiftOrders() {
  return useQuery<GiftOrder[]>({ queryKey: [ordersPath], meta: { failure: 'Failed to fetch your orders' } });
}

/** Returns the order with the URL of its payment page. */
export function usePlaceGiftOrder() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (form: z.input<typeof GiftOrderForm>) => write<PlacedGiftOrder>('POST', ordersPath, form),
    onSuccess: () => invalidateTopics(queries, ['gift-orders']),
  });
}

/** Opens a new payment page for an order that is not paid yet. */
export function useReopenGiftCheckout() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => write<GiftCheckout>('POST', `${ordersPath}/${id}/checkout`),
    onError: () => invalidateTopics(queries, ['gift-orders']),
  });
}

/** Possible until the order is sent; after that the server answers 409. What was paid is given back. */
export function useCancelGiftOrder() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => write<GiftOrder>('POST', `${ordersPath}/${id}/cancel`),
    onSettled: () => invalidateTopics(queries, ['gift-orders']),
  });
}
