import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { HandOver, HandOverForm } from '../../../../../shared/delivery/hand-over.ts';
import { write } from '../../../../lib/api/request.ts';
import { showFailure, toast } from '../../../../ui/toast.ts';

const path = '/api/hand-over';

export function useLater() {
  return useQuery<HandOver>({ queryKey: [path], refetchOnMount: 'always' });
}

/** Hands over what is chosen. */
export function useHandOver() {
  const keep = useKeepAnswer();
  return useMutation({
    mutationFn: (form: HandOverForm) => write<HandOver>('POST', path, form),
    onSuccess: (answer) => {
      keep(answer);
      toast({
        title: 'It will be delivered on the last day',
        description: 'Until then you can take it back.',
      });
    },
    onError: (error) => showFailure(error, 'Nothing was changed. Please try again.'),
  });
}

/** Restores everything as it was planned. */
export function useTakeBack() {
  const keep = useKeepAnswer();
  return useMutation({
    mutationFn: () => write<HandOver>('DELETE', path),
    onSuccess: (answer) => {
      keep(answer);
      toast({ title: 'Taken back', description: 'Everything is planned again as it was.' });
    },
    onError: (error) => showFailure(error, 'Nothing was changed. Please try again.'),
  });
}

function useKeepAnswer() {
  const queries = useQueryClient();
  return (answer: HandOver) => {
    queries.setQueryData([path], answer);
    void queries.invalidateQueries({ queryKey: ['/api/attention'] });
  };
}
