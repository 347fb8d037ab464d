import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { findUse } from './in-use.ts';
import type { KeptRecording } from './kept-recordings.ts';
import { forgetRecording, listKept } from './kept-recordings.ts';

/** Of less there is nothing to be seen. */
const shortestSeconds = 0.9;

const leftBehindKey = 'recordings in this browser';

/** An owner's recordings that were neither uploaded nor deleted, and that nobody is busy with. Looked up anew each time. */
export function useLeftBehind(ownerId: string) {
  const { data, isFetching } = useQuery({
    queryKey: [leftBehindKey, ownerId],
    queryFn: () => listLeftBehind(ownerId),
    staleTime: 0,
  });
  return { recordings: data ?? none, isSettled: !isFetching };
}

const none: readonly KeptRecording[] = [];

/** A browser that keeps nothing has left nothing behind. */
async function listLeftBehind(ownerId: string): Promise<KeptRecording[]> {
  if (!('indexedDB' in window && 'locks' in navigator)) return [];
  const [kept, isInUse] = await Promise.all([listKept(ownerId).catch(() => []), findUse()]);
  const left = kept.filter(({ id }) => !isInUse(id));
  const [worthIt, scraps] = [left.filter(isWorthKeeping), left.filter((each) => !isWorthKeeping(each))];
  for (const { id } of scraps) void forgetRecording(id).catch(ignoreUntilNextTime);
  return worthIt;
}

function isWorthKeeping({ seconds }: KeptRecording): boolean {
  return seconds >= shortestSeconds;
}

function ignoreUntilNextTime(): void {}

/** Looks again at what is left behind; with an id that recording is deleted first. */
export function useLeftBehindRefresh() {
  const queries = useQueryClient();
  return useCallback(
    async (forgottenId?: string) => {
      if (forgottenId !== undefined) await forgetRecording(forgottenId);
      await queries.invalidateQueries({ queryKey: [leftBehindKey] });
    },
    [queries],
  );
}
