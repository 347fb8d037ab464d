import { Button } from '../../../ui/button.tsx';
import { useOpenPortal } from './queries.ts';

/** Leads to the provider's page for it. */
export function ChangeCard() {
  const { mutate: open, isPending } = useOpenPortal();
  return (
    <Button variant="quiet" size="small" isPending={isPending} onPress={() => open()}>
      Change your card
    </Button>
  );
}
