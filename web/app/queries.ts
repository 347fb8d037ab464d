import { createQueryClient } from '../lib/api/query-client.ts';
import { dismissErrors, toast } from '../ui/toast.ts';

/** Query client that shows a toast where a failed read has no panel, and takes errors away that are over. */
export function createAppQueries() {
  return createQueryClient(
    (failure) => toast({ variant: 'destructive', title: 'Error', description: failure }),
    dismissErrors,
  );
}
