import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ConfirmationForm } from '../../../../../shared/accounts/passwords.ts';
import type { ExportAddress, ExportState } from '../../../../../shared/data-rights/account-export.ts';
import type { KeptFiles } from '../../../../../shared/system/kept-files.ts';
import { write } from '../../../../lib/api/request.ts';

const exportPath = '/api/user/export';

/** The condition of everything a person left here. */
export function useFiles() {
  return useQuery<KeptFiles>({
    queryKey: ['/api/user/files'],
    meta: { failure: 'Failed to fetch your files' },
  });
}

/** The state of the newest export; the change stream refreshes it while the export is being built. */
export function useExport() {
  return useQuery<ExportState>({ queryKey: [exportPath], meta: { failure: 'Failed to fetch your export' } });
}

export function useBeginExport() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (form: ConfirmationForm) => write<ExportState>('POST', exportPath, form),
    onSuccess: (state) => {
      queries.setQueryData([exportPath], state);
      // A short export may be announced as ready before this response, which says how it began.
      void queries.invalidateQueries({ queryKey: [exportPath] });
    },
  });
}

export function useCancelExport() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => write('DELETE', exportPath),
    // After a failure too: the export may have finished, or been cancelled in another tab.
    onSettled: () => queries.invalidateQueries({ queryKey: [exportPath] }),
  });
}

export function useUnlockExport() {
  return useMutation({
    mutationFn: (form: ConfirmationForm) => write<ExportAddress>('POST', `${exportPath}/unlock`, form),
  });
}
