import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { MistakenReportAnswer } from '../../../../../shared/after-death/alive.ts';
import { write } from '../../../../lib/api/request.ts';

const mistakenPath = '/api/user/mistaken-report';

export function useMistakenReport() {
  return useQuery<MistakenReportAnswer>({ queryKey: [mistakenPath] });
}

export function useDismissMistakenReport() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => write('DELETE', mistakenPath),
    onSuccess: () => {
      queries.setQueryData<MistakenReportAnswer>([mistakenPath], { report: null });
      return queries.invalidateQueries({ queryKey: ['/api/attention'] });
    },
  });
}

/** Answers an open report of the owner's own death: it ends, as if they had signed in again. */
export function useSayAlive() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => write('POST', '/api/user/alive'),
    onSuccess: () =>
      Promise.all(
        [mistakenPath, '/api/attention'].map((path) => queries.invalidateQueries({ queryKey: [path] })),
      ),
  });
}
