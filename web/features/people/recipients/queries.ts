import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Recipient, RecipientDeleted, RecipientForm } from '../../../../shared/people/recipients.ts';
import { invalidateTopics } from '../../../lib/api/changed-queries.ts';
import { write } from '../../../lib/api/request.ts';

const recipientsPath = '/api/recipients';

export function useRecipients() {
  return useQuery<Recipient[]>({
    queryKey: [recipientsPath],
    meta: { failure: 'Failed to fetch recipients' },
  });
}

interface RecipientToSave {
  /** Omitted for a new recipient. */
  id?: string | undefined;
  form: z.input<typeof RecipientForm>;
}

export function useSaveRecipient() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, form }: RecipientToSave) =>
      id
        ? write<Recipient>('PUT', `${recipientsPath}/${id}`, form)
        : write<Recipient>('POST', recipientsPath, form),
    onSuccess: () => invalidateTopics(queries, ['recipients', 'schedules']),
  });
}

interface RecipientToDelete {
  id: string;
  /** Also removes the recipient from undelivered schedules; without it the server answers 409 if there are any. */
  force?: boolean | undefined;
}

export function useDeleteRecipient() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, force = false }: RecipientToDelete) =>
      write<z.input<typeof RecipientDeleted> | undefined>(
        'DELETE',
        `${recipientsPath}/${id}${force ? '?force=true' : ''}`,
      ),
    onSuccess: () => invalidateTopics(queries, ['recipients', 'schedules']),
  });
}
