import { Undo2 } from 'lucide-react';
import type { SaidOnPage } from '../../../../../shared/delivery/received-acts.ts';
import { Button } from '../../../../ui/button.tsx';
import type { PageLink } from '../page/page-link.ts';
import { declineLabels } from './act-labels.ts';
import { ActRow, Done, Failure } from './act-row.tsx';
import { useAct } from './use-act.ts';

interface DeclineRowProps {
  page: PageLink;
  said: SaidOnPage;
}

/** It takes effect at once, and the button to undo it stays in the same place for good. */
export function DeclineRow({ page, said }: DeclineRowProps) {
  const { act, isBusy, failure } = useAct(page);
  const labels = declineLabels(page.cover);
  return (
    <ActRow
      title={`Please send me nothing more from ${page.cover.ownerFirstName}`}
      hint="What has come stays here. You can undo it, whenever you like."
      done={
        said.declinedAt && (
          <>
            <Done>{labels.after}</Done>
            <p className="mt-1 mb-3 text-small text-ink-soft">{labels.kept}</p>
            <Button
              variant="quiet"
              size="small"
              icon={<Undo2 aria-hidden="true" strokeWidth={1.5} className="size-5 flex-none" />}
              isPending={isBusy}
              pendingLabel="Undoing"
              onPress={() => void act('POST', '/decline/undo')}
            >
              Undo
            </Button>
            <Failure>{failure}</Failure>
          </>
        )
      }
    >
      <p>{labels.before}</p>
      <Button
        variant="quiet"
        className="justify-self-start"
        isPending={isBusy}
        onPress={() => void act('POST', '/decline')}
      >
        Send me nothing more
      </Button>
      <Failure>{failure}</Failure>
    </ActRow>
  );
}
