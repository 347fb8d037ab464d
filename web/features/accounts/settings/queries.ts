import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { NotificationPreferences, ProfileChanges, User } from '../../../../shared/accounts/accounts.ts';
import type { ConfirmationForm } from '../../../../shared/accounts/passwords.ts';
import type {
  DeletionBegun,
  DeletionForm,
  DeletionOutlook,
} from '../../../../shared/data-rights/account-deletion.ts';
import type { ExportAddress, ExportState } from '../../../../shared/data-rights/account-export.ts';
import { write } from '../../../lib/api/request.ts';

const profilePath = '/api/user/profile';
const exportPath = '/api/user/export';
const deletionPath = '/api/user/deletion';

/** Every change of the profile is answered with the profile as it is then. */
function useProfileChange<Change>(send: (change: Change) => Promise<User>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (user) => queries.setQueryData([profilePath], user),
  });
}

export function useSaveProfile() {
  return useProfileChange((changes: z.input<typeof ProfileChanges>) =>
    write<User>('PATCH', profilePath, changes),
  );
}

export function useSavePicture() {
  return useProfileChange((dataUrl: string) =>
    write<User>('POST', '/api/user/profile-picture', { profilePicture: dataUrl }),
  );
}

export function useRestoreAccount() {
  return useProfileChange((_: undefined) => write<User>('POST', '/api/user/restore'));
}

export function useSaveNotifications() {
  return useProfileChange((changes: Partial<z.input<typeof NotificationPreferences>>) =>
    write<User>('PATCH', '/api/user/notifications', changes),
  );
}

export function useCancelEmailChange() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => write('DELETE', '/api/user/pending-email'),
    onSuccess: () => queries.invalidateQueries({ queryKey: [profilePath] }),
  });
}

/** How far the newest export is; told anew by the change stream while it is made. */
export function useExport() {
  return useQuery<ExportState>({ queryKey: [exportPath], meta: { failure: 'Failed to fetch your export' } });
}

export function useBeginExport() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (form: ConfirmationForm) => write<ExportState>('POST', exportPath, form),
    onSuccess: (state) => queries.setQueryData([exportPath], state),
  });
}

export function useCancelExport() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => write('DELETE', exportPath),
    // Also after a failure: it may be ready by now, or given up elsewhere.
    onSettled: () => queries.invalidateQueries({ queryKey: [exportPath] }),
  });
}

export function useUnlockExport() {
  return useMutation({
    mutationFn: (form: ConfirmationForm) => write<ExportAddress>('POST', `${exportPath}/unlock`, form),
  });
}

/** What deleting the account would stop; read anew each time somebody asks. */
export function useDeletionOutlook() {
  return useQuery<z.input<typeof DeletionOutlook>>({
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
