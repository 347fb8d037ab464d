import { useMutation, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { User } from '../../../../../shared/accounts/accounts.ts';
import type {
  DeletionBegun,
  DeletionForm,
  DeletionPreview,
} from '../../../../../shared/data-rights/account-deletion.ts';
import { write } from '../../../../lib/api/request.ts';
import { useProfileChange } from '../../../accounts/profile/settings/queries.ts';

const deletionPath = '/api/user/deletion';

/** What deleting the account would stop. Never cached: it must be current when the person decides. */
export function useDeletionPreview() {
  return useQuery<z.input<typeof DeletionPreview>>({
    queryKey: [deletionPath],
    meta: { failure: 'Failed to fetch what would stop' },
    staleTime: 0,
    gcTime: 0,
  });
}

export function useDeleteAccount() {
  return useMutation({
    mutationFn: (form: z.input<typeof DeletionForm>) => write<DeletionBegun>('POST', deletionPath, form),
  });
}

export function useRestoreAccount() {
  return useProfileChange((_: undefined) => write<User>('POST', '/api/user/restore'));
}
