import { fullNameOf } from '../../../../shared/names.ts';
import type { Recipient } from '../../../../shared/people/recipients.ts';
import { useConfirm } from '../../../ui/question-provider.tsx';
import { useRecipientDeath } from './queries.ts';

/** Says that somebody has died, after one question that says what then happens. */
export function useSayDied() {
  const confirm = useConfirm();
  const { mutate: change } = useRecipientDeath();
  return async (person: Recipient): Promise<void> => {
    const isSure = await confirm({
      title: `${fullNameOf(person)} has died?`,
      message: `We are sorry. Then no birthday of theirs is offered any more, nothing is sent to them, and what you have planned for them waits until you decide. You can take this back.`,
      confirmLabel: 'Yes',
    });
    if (isSure) change({ id: person.id, hasDied: true });
  };
}
