import { useMutation, useQuery } from '@tanstack/react-query';
import type { Rehearsal, RehearsalSent } from '../../../../shared/delivery/rehearsal.ts';
import type { KeptFiles } from '../../../../shared/system/kept-files.ts';
import { read, write } from '../../../lib/api/request.ts';
import { showFailure, toast } from '../../../ui/toast.ts';
import type { Entry } from './view.ts';

const path = '/api/rehearsal';

/** Loaded again whenever the page opens, because it counts from today. */
export function useRehearsal(as: Rehearsal['as'], isWhole: boolean) {
  return useQuery({
    queryKey: [path, as, isWhole],
    queryFn: ({ signal }) => read<Rehearsal>(`${path}?as=${as}&whole=${isWhole}`, { signal }),
    refetchOnMount: 'always',
    // While the rest is loading, the first lines stay.
    placeholderData: (before) => (before?.as === as ? before : undefined),
  });
}

/** The condition of their files; nothing is shown if it cannot be loaded. */
export function useKeptFiles() {
  return useQuery<KeptFiles>({ queryKey: ['/api/user/files'] });
}

/** Sends the owner what somebody would get. */
export function useSendToMe() {
  const { mutate, isPending } = useMutation({
    mutationFn: (sendable: NonNullable<Entry['sendable']>) =>
      write<RehearsalSent>('POST', `${path}/send`, sendable),
    onSuccess: ({ to }) =>
      toast({
        title: 'It is on its way to you',
        description: `It goes to ${to}, marked as a rehearsal. Nobody else gets anything.`,
      }),
    onError: (error) =>
      showFailure(error, 'Nothing was sent to anybody. Please try again.', 'It was not sent'),
  });
  return { send: mutate, isPending };
}
