import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  Recipient,
  RecipientChanges,
  RecipientDeleted,
  RecipientForm,
  RecipientReach,
} from '../../../../shared/people/recipients.ts';
import { invalidateTopics } from '../../../lib/api/changed-queries.ts';
import { write } from '../../../lib/api/request.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { showFailure } from '../../../ui/toast.ts';

const path = '/api/recipients';

export function useRecipients() {
  return useQuery<Recipient[]>({
    queryKey: [path],
    meta: { failure: 'Failed to fetch recipients' },
  });
}

interface RecipientToSave {
  /** Omitted for a new recipient. */
  id?: string | undefined;
  form: z.input<typeof RecipientChanges>;
}

export function useSaveRecipient() {
  return useWrite(
    ({ id, form }: RecipientToSave) =>
      id ? write<Recipient>('PUT', `${path}/${id}`, form) : write<Recipient>('POST', path, form),
    { onSuccess: ['recipients', 'schedules'] },
  );
}

type NewRecipient = Pick<z.input<typeof RecipientForm>, 'firstName' | 'lastName' | 'relationship' | 'email'>;

/**
 * Adds somebody to the address book, unless the very same person is already there: a retry after a lost
 * response adds nobody twice.
 */
export function useKeepRecipient() {
  const queries = useQueryClient();
  const { mutateAsync: save } = useSaveRecipient();
  return async (form: NewRecipient): Promise<Recipient> => {
    const book = await queries.fetchQuery<Recipient[]>({ queryKey: [path], staleTime: 0 });
    return book.find((person) => isSame(person, form)) ?? save({ form });
  };
}

function isSame(one: NewRecipient, other: NewRecipient): boolean {
  const read = ({ firstName, lastName, relationship, email }: NewRecipient) =>
    [firstName, lastName, relationship, email ?? ''].map((text) => text.trim().toLowerCase()).join('\n');
  return read(one) === read(other);
}

interface RecipientToDelete {
  id: string;
  /** Also removes the recipient from undelivered schedules; without it the server responds with 409 if there are any. */
  force?: boolean | undefined;
}

/** Asks what somebody is still to receive. */
export function useFetchRecipientReach() {
  const queries = useQueryClient();
  return (id: string) =>
    queries.fetchQuery<RecipientReach>({ queryKey: [path, id, 'reach'], staleTime: 0, gcTime: 0 });
}

export function useDeleteRecipient() {
  return useWrite(
    ({ id, force = false }: RecipientToDelete) =>
      write<z.input<typeof RecipientDeleted> | undefined>(
        'DELETE',
        `${path}/${id}${force ? '?force=true' : ''}`,
      ),
    { onSuccess: ['recipients', 'schedules'] },
  );
}

interface DeathOfRecipient {
  id: string;
  hasDied: boolean;
  /** Passes what they have not received to their substitute. */
  passOn?: boolean;
}

/** Says that somebody has died, or that this was a mistake. */
export function useRecipientDeath() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, hasDied, passOn = false }: DeathOfRecipient) =>
      hasDied
        ? write<Recipient>('POST', `${path}/${id}/death`, { passOn })
        : write<Recipient>('DELETE', `${path}/${id}/death`),
    onSuccess: () => invalidateTopics(queries, ['recipients', 'schedules', 'physical-items']),
    onError: (error) => showFailure(error, 'That did not work'),
  });
}

/** The owner's answer to something that a recipient said on their page. */
export type AnswerToRecipient = 'proposed-address/agree' | 'proposed-address/refuse' | 'right-address';

interface AnswerToSend {
  id: string;
  answer: AnswerToRecipient;
  body?: object | undefined;
}

export function useAnswerRecipient() {
  return useWrite(
    ({ id, answer, body }: AnswerToSend) => write<Recipient>('POST', `${path}/${id}/${answer}`, body),
    // Also after a refusal: then it was answered elsewhere, or taken back.
    { onSettled: ['recipients', 'schedules'] },
  );
}
