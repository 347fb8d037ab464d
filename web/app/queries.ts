import { createQueryClient } from '../lib/api/query-client.ts';
import { toast } from '../ui/toast.ts';

/** Reads and their failures: each failure that a query has words for shows as a destructive toast. */
export function createAppQueries() {
  return createQueryClient((failure) =>
    toast({ variant: 'destructive', title: 'Error', description: failure }),
  );
}
