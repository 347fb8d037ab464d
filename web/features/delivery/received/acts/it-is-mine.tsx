import { Button } from '../../../../ui/button.tsx';
import type { PageLink } from '../page/page-link.ts';
import { Failure } from './act-row.tsx';
import { useAct } from './use-act.ts';

/** Undoes it, on the device that closed the page. */
export function ItIsMine({ page }: { page: PageLink }) {
  const { act, isBusy, failure } = useAct(page);
  return (
    <div className="mt-2 grid justify-items-center gap-3">
      <Button
        variant="quiet"
        isPending={isBusy}
        pendingLabel="Opening it again"
        onPress={() => void act('POST', '/not-me/undo')}
      >
        It is mine after all
      </Button>
      <Failure>{failure}</Failure>
    </div>
  );
}
