import { createQueryClient } from '../lib/api/query-client.ts';
import { toast } from '../ui/toast.ts';

/** Query client that shows a toast where a failed read has no panel. */
export function createAppQueries() {
  return createQueryClient((failure) =>
    toast({ variant: 'destructive', title: 'Error', description: failure }),
  );
}
