import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { StorageRequest, StorageRequestForm } from '../../../../shared/keepsakes/storage-requests.ts';
import { invalidateTopics } from '../../../lib/api/changed-queries.ts';
import { write } from '../../../lib/api/request.ts';

const path = '/api/physical-storage-requests';

export function useStorageRequests() {
  return useQuery<StorageRequest[]>({
    queryKey: [path],
    meta: { failure: 'Failed to fetch storage requests' },
  });
}

export function useSendRequest() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (form: z.input<typeof StorageRequestForm>) => write<StorageRequest>('POST', path, form),
    onSuccess: () => invalidateTopics(queries, ['physical-items']),
  });
}

export function useCancelRequest() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => write<StorageRequest>('POST', `${path}/${id}/cancel`),
    onSettled: () => invalidateTopics(queries, ['physical-items']),
  });
}
