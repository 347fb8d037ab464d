import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReleaseWishes, StoppingCode } from '../../../../shared/after-death/release-wishes.ts';
import { read, write } from '../../../lib/api/request.ts';
import { formOf, type WishesForm } from './release-wishes.ts';

const wishesPath = '/api/release-wishes';

/** Reloaded whenever a screen opens, because it names people in the address book, which is changed elsewhere. */
export function useReleaseWishes({ isNeeded = true } = {}) {
  return useQuery({
    enabled: isNeeded,
    queryKey: [wishesPath],
    queryFn: ({ signal }) => read<ReleaseWishes>(wishesPath, { signal }),
    refetchOnMount: 'always',
  });
}

/** Saves one after the other, each merged with the choices made by then, so that no choice undoes another made a moment before. */
export function useSaveWishes() {
  const queries = useQueryClient();
  const queryKey = [wishesPath];
  return useMutation({
    scope: { id: wishesPath },
    mutationFn: async (changes: Partial<WishesForm>) => {
      const present = await queries.ensureQueryData<ReleaseWishes>({ queryKey });
      return write<ReleaseWishes>('PUT', wishesPath, { ...formOf(present), ...changes });
    },
    async onSuccess(wishes) {
      // A pending read may be answered later, and would restore the old values.
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, wishes);
      void queries.invalidateQueries({ queryKey: ['/api/rehearsal'] });
    },
  });
}

interface Identity {
  password: string;
  code: string;
}

export function useAddSecondEmail() {
  return useChange(({ email, ...identity }: Identity & { email: string }) =>
    write('POST', `${wishesPath}/second-email`, { email, ...proofOf(identity) }),
  );
}

export function useRemoveSecondEmail() {
  return useChange((identity: Identity) =>
    write('POST', `${wishesPath}/second-email/removal`, proofOf(identity)),
  );
}

/** Returns the new code, which is never shown again; the previous one no longer works. */
export function useMakeStoppingCode() {
  return useChange((identity: Identity) =>
    write<StoppingCode>('POST', `${wishesPath}/stopping-code`, proofOf(identity)),
  );
}

function useChange<Change, Answer>(send: (change: Change) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: () => queries.invalidateQueries({ queryKey: [wishesPath] }),
  });
}

/** Without two-factor sign-in no code is sent. */
function proofOf({ password, code }: Identity) {
  return { password, ...(code && { code }) };
}
