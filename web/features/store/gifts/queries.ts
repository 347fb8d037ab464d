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

/** The orders of the signed-in person, newest first. */
export function useGiftOrders() {
  return useQuery<GiftOrder[]>({ queryKey: [ordersPath], meta: { failure: 'Failed to fetch your orders' } });
}

/** Answers the order with the address of the page on which it is paid. */
export function usePlaceGiftOrder() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (form: z.input<typeof GiftOrderForm>) => write<PlacedGiftOrder>('POST', ordersPath, form),
    onSuccess: () => invalidateTopics(queries, ['gift-orders']),
  });
}

/** A new page to pay an order on that still waits for its payment. */
export function useReopenGiftCheckout() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => write<GiftCheckout>('POST', `${ordersPath}/${id}/checkout`),
    onError: () => invalidateTopics(queries, ['gift-orders']),
  });
}

/** Possible until it is paid; after that the server answers 409. */
export function useCancelGiftOrder() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => write<GiftOrder>('POST', `${ordersPath}/${id}/cancel`),
    onSettled: () => invalidateTopics(queries, ['gift-orders']),
  });
}
