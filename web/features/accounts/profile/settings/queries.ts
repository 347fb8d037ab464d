import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ProfileChanges, User } from '../../../../../shared/accounts/accounts.ts';
import type { NotificationPreferences } from '../../../../../shared/accounts/notifications.ts';
import { write } from '../../../../lib/api/request.ts';

const profilePath = '/api/user/profile';

/** A request that returns the changed profile, which replaces the cached one. */
export function useProfileChange<Change>(send: (change: Change) => Promise<User>) {
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

export function useRemovePicture() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => write('DELETE', '/api/user/profile-picture'),
    onSuccess: () => queries.invalidateQueries({ queryKey: [profilePath] }),
  });
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
