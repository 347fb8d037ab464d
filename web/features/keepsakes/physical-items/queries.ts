import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ItemImage } from '../../../../shared/keepsakes/item-images.ts';
import { canBePassedOn } from '../../../../shared/keepsakes/item-rules.ts';
import type {
  PhysicalItem,
  PhysicalItemForm,
  ReturnFeeCheckout,
} from '../../../../shared/keepsakes/physical-items.ts';
import type { StorageRequest, StorageRequestForm } from '../../../../shared/keepsakes/storage-requests.ts';
import { plans } from '../../../../shared/plans.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { write } from '../../../lib/api/request.ts';
import { upload } from '../../../lib/api/upload.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { useSessionUser } from '../../accounts/auth/sessions/sessions.ts';
import { useStats } from '../../memories/memories/queries.ts';

const path = '/api/physical-items';

/** Locked, and not requested, if the plan includes no items and none are left from an earlier plan. */
export function usePhysicalItems() {
  const planHoldsItems = plans[useSessionUser().subscriptionPlan].physicalItems > 0;
  const { data: stats } = useStats({ isWanted: !planHoldsItems });
  const isAllowed = planHoldsItems || (stats?.physicalItemsEver ?? 0) > 0;
  const { data, error, isPending, isFetching, refetch } = useQuery<PhysicalItem[]>({
    queryKey: [path],
    enabled: isAllowed,
    meta: { failure: 'Failed to fetch physical items' },
  });
  const isRefused = error instanceof ApiError && error.status === 403;
  return { data, isLocked: !data && (!isAllowed || isRefused), isPending, isFetching, refetch };
}

/** What is kept for somebody and can still go to somebody else. */
export function useItemsToPassOn(recipientId: string): PhysicalItem[] {
  const { data = [] } = usePhysicalItems();
  return data.filter((item) => item.recipientId === recipientId && canBePassedOn(item));
}

/** Reloads what a write may have changed. */
const readAgain = { onSettled: ['physical-items', 'stats'] } as const;

interface ItemToSave {
  /** Omitted for a new one. */
  id?: string | undefined;
  form: z.input<typeof PhysicalItemForm>;
}

export function useSaveItem() {
  return useWrite(
    ({ id, form }: ItemToSave) =>
      id ? write<PhysicalItem>('PATCH', `${path}/${id}`, form) : write<PhysicalItem>('POST', path, form),
    readAgain,
  );
}

export function useDeleteItem() {
  return useWrite((id: string) => write('DELETE', `${path}/${id}`), readAgain);
}

interface PictureChanges {
  id: string;
  removed: readonly string[];
  files: readonly File[];
  /** Called after each one that succeeds. */
  onDone: (done: string | File) => void;
}

/** One after the other, so that a failure leaves the earlier ones done. */
export function useSavePictures() {
  return useWrite(async ({ id, removed, files, onDone }: PictureChanges) => {
    for (const imageId of removed) {
      await removeImage(`${path}/${id}/images/${imageId}`);
      onDone(imageId);
    }
    for (const file of files) {
      const form = new FormData();
      form.append('file', file);
      await upload<ItemImage>(`${path}/${id}/images`, form);
      onDone(file);
    }
  }, readAgain);
}

/** One that is no longer there is removed as well. */
async function removeImage(url: string): Promise<void> {
  try {
    await write('DELETE', url);
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}

export function useRequestReturn() {
  return useWrite(
    ({ id, reason }: { id: string; reason: string }) =>
      write<PhysicalItem>('POST', `${path}/${id}/request-return`, { reason }),
    readAgain,
  );
}

export function useCallOffReturn() {
  return useWrite((id: string) => write<PhysicalItem>('DELETE', `${path}/${id}/request-return`), readAgain);
}

/** Returns the page for paying the fee. */
export function useReturnFee() {
  return useWrite((id: string) => write<ReturnFeeCheckout>('POST', `${path}/${id}/return-fee/checkout`));
}

const requestsPath = '/api/physical-storage-requests';

export function useStorageRequests() {
  return useQuery<StorageRequest[]>({
    queryKey: [requestsPath],
    meta: { failure: 'Failed to fetch storage requests' },
  });
}

export function useSendRequest() {
  return useWrite(
    (form: z.input<typeof StorageRequestForm>) => write<StorageRequest>('POST', requestsPath, form),
    { onSuccess: ['physical-items'] },
  );
}

export function useCancelRequest() {
  return useWrite((id: string) => write<StorageRequest>('POST', `${requestsPath}/${id}/cancel`), {
    onSettled: ['physical-items'],
  });
}
