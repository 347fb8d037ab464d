import { fullNameOf } from '../../../../shared/names.ts';
import type { Recipient } from '../../../../shared/people/recipients.ts';
import { useConfirm } from '../../../ui/question-provider.tsx';
import { useRecipientDeath } from './queries.ts';

/** Says that somebody has died, after a question that explains what happens then. */
export function useSayDied() {
  const confirm = useConfirm();
  const { mutate: change } = useRecipientDeath();
  return async (person: Recipient): Promise<void> => {
    const isSure = await confirm({
      title: `Has ${fullNameOf(person)} died?`,
      message: `We are sorry. We then offer you none of their birthdays and send them nothing, and what you have planned for them waits until you decide. You can take this back.`,
      confirmLabel: 'Yes',
    });
    if (isSure) change({ id: person.id, hasDied: true });
  };
}
