import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReleaseWishes, StoppingCode } from '../../../../shared/after-death/release-wishes.ts';
import { read, write } from '../../../lib/api/request.ts';
import { formOf, type WishesForm } from './release-wishes.ts';

const wishesPath = '/api/release-wishes';

/** Read again whenever a screen opens: it names the address book, which changes elsewhere. */
export function useReleaseWishes({ isNeeded = true } = {}) {
  return useQuery({
    enabled: isNeeded,
    queryKey: [wishesPath],
    queryFn: ({ signal }) => read<ReleaseWishes>(wishesPath, { signal }),
    refetchOnMount: 'always',
  });
}

/** One after the other, and each merged with what is chosen by then, so that no choice undoes another made a moment before. */
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
      // What was asked before may be answered later, and would bring back what was.
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

/** Answers the new code, which is never shown again; the one before no longer works. */
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
