import { Suspense, useState } from 'react';
import { lazyComponent } from '../../../../lib/lazy.ts';
import { Button } from '../../../../ui/button.tsx';
import { NoticeLine } from './draft-notice.tsx';
import type { DraftStatus } from './draft-status.ts';
import { type DraftText, describePlace } from './draft-text.ts';
import type { Sheet } from './sheet.ts';
import type { ServerDraft } from './stored-draft.ts';

export const ChoiceDialog = lazyComponent(async () => (await import('./choice-dialog.tsx')).ChoiceDialog);

interface KeptBesideProps<Values> {
  sheet: Sheet;
  draft: { values: Values; status: DraftStatus; refusedFor: ServerDraft<unknown> | null };
  parse: (values: unknown) => Values | null;
  textOf: (values: Values) => DraftText;
  /** What is being written, such as "letter". */
  what: string;
  className?: string | undefined;
}

/** Says that the same thing was also written elsewhere and that both texts are kept; asks which one to continue. */
export function KeptBeside<Values>(props: KeptBesideProps<Values>) {
  const { sheet, draft, parse, textOf, what, className } = props;
  const [isAsking, setAsking] = useState(false);
  const [settled, setSettled] = useState<ServerDraft<unknown> | null>(null);
  const there = draft.refusedFor ?? sheet.others[0];
  const valuesThere = there && parse(there.values);
  if (!there || !valuesThere || there.version === settled?.version) return null;

  function settle() {
    setAsking(false);
    setSettled(there ?? null);
  }

  return (
    <>
      <NoticeLine
        className={className}
        action={
          <Button variant="text" size="small" onPress={() => setAsking(true)}>
            Choose one to go on with
          </Button>
        }
      >
        {draft.refusedFor
          ? `You wrote this ${what} in two places. Both texts are kept.`
          : `Another text of this ${what} is kept, ${describePlace({ ...there, savedAtMs: Date.parse(there.updatedAt), isSent: true })}.`}
      </NoticeLine>
      {isAsking && (
        <Suspense>
          <ChoiceDialog
            there={there}
            textThere={textOf(valuesThere)}
            textHere={textOf(draft.values)}
            savedHereAtMs={draft.status.savedAtMs}
            onDecideLater={settle}
            onChoose={(which) => {
              settle();
              if (which === 'there') sheet.goOn(there);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
