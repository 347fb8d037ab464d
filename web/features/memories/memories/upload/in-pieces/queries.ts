import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { createUseMarks } from '../../../../../lib/in-use.ts';
import { type KeptUpload, listKeptUploads } from './kept-uploads.ts';

const { mark, findUsed } = createUseMarks('upload:');

/** While it is being sent in any tab, it is not offered as begun. */
export const markUploadInUse = mark;

const begunKey = 'uploads in this browser';
const none: readonly KeptUpload[] = [];

/** An owner's uploads that were begun in this browser and are not being sent in any tab; loaded again on each mount. */
export function useBegunUploads(ownerId: string) {
  const { data, isFetching } = useQuery({
    queryKey: [begunKey, ownerId],
    queryFn: async () => {
      if (!('indexedDB' in window)) return [];
      const [kept, isInUse] = await Promise.all([listKeptUploads(ownerId), findUsed()]);
      return kept.filter(({ id }) => !isInUse(id));
    },
    staleTime: 0,
  });
  return { uploads: data ?? none, isSettled: !isFetching };
}

export function useRefreshBegunUploads() {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries({ queryKey: [begunKey] }), [queries]);
}
