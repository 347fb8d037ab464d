import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import {
  deleteRecording,
  findRecordingsInUse,
  listRecordings,
  type StoredRecording,
} from './store/recording-store.ts';

/** Anything shorter is not worth offering. */
const minSeconds = 0.9;

const unsentKey = 'recordings in this browser';

/** An owner's recordings that were neither uploaded nor deleted and are not in use; loaded again on each mount. */
export function useUnsentRecordings(ownerId: string) {
  const { data, isFetching } = useQuery({
    queryKey: [unsentKey, ownerId],
    queryFn: () => listUnsentRecordings(ownerId),
    staleTime: 0,
  });
  return { recordings: data ?? none, isSettled: !isFetching };
}

const none: readonly StoredRecording[] = [];

/** Empty in a browser that cannot store recordings. Deletes those that are too short. */
async function listUnsentRecordings(ownerId: string): Promise<StoredRecording[]> {
  if (!('indexedDB' in window && 'locks' in navigator)) return [];
  const [stored, isInUse] = await Promise.all([
    listRecordings(ownerId).catch(() => []),
    findRecordingsInUse(),
  ]);
  const unsent = stored.filter(({ id }) => !isInUse(id));
  for (const { id } of unsent.filter(isTooShort)) void deleteRecording(id).catch(ignoreUntilNextTime);
  return unsent.filter((recording) => !isTooShort(recording));
}

function isTooShort({ seconds }: StoredRecording): boolean {
  return seconds < minSeconds;
}

function ignoreUntilNextTime(): void {}

export function useRefreshUnsentRecordings() {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries({ queryKey: [unsentKey] }), [queries]);
}

/** Deletes a recording from this browser; rejects if that fails. */
export function useDeleteRecording() {
  const refresh = useRefreshUnsentRecordings();
  return useCallback(
    async (recordingId: string) => {
      await deleteRecording(recordingId);
      await refresh();
    },
    [refresh],
  );
}
