import { useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { LegacyAnswer } from '../../../../shared/memories/legacy.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { ChoiceDialog, NoticeLine, newSheetId } from '../memories/drafts/drafts.ts';
import { draftsKey, keepTexts } from '../memories/drafts/queries.ts';
import { valuesOf } from './answer-values.ts';
import type { Answering } from './answering.ts';

interface OvertakenAnswerProps {
  answering: Answering;
  saved: LegacyAnswer;
}

/** Says that another device has saved a different answer meanwhile, and asks which one to go on with. */
export function OvertakenAnswer({ answering, saved }: OvertakenAnswerProps) {
  const { sheet, draft, isAsking, setAsking } = answering;
  const choose = useChoice({ answering, saved });
  const values = valuesOf(saved);
  const there = { kind: sheet.kind, id: null, values, version: '', device: null, updatedAt: saved.updatedAt };
  return (
    <>
      <NoticeLine
        action={
          <Button variant="text" size="small" onPress={() => setAsking(true)}>
            Choose one to go on with
          </Button>
        }
      >
        This answer was changed on another device. Both texts are kept.
      </NoticeLine>
      {isAsking && (
        <Suspense>
          <ChoiceDialog
            there={there}
            textThere={{ title: '', text: saved.answer }}
            textHere={{ title: '', text: answering.text }}
            savedHereAtMs={draft.status.savedAtMs}
            onDecideLater={() => setAsking(false)}
            onChoose={(which) => void choose(which)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Nothing is chosen before the other text is a draft of its own. */
function useChoice({ answering, saved }: OvertakenAnswerProps) {
  const queries = useQueryClient();
  const { sheet, draft, setAsking, discard, goOn } = answering;
  return async (which: 'there' | 'here') => {
    setAsking(false);
    const inBook = valuesOf(saved);
    const other = which === 'there' ? { ...draft.values, version: inBook.version } : inBook;
    try {
      await keepTexts({ kind: sheet.kind, id: newSheetId() }, { ...other });
    } catch (error) {
      const description = messageOf(error, 'Nothing has changed. Please try again in a moment.');
      toast({ variant: 'destructive', title: 'The other text could not be kept', description });
      return;
    }
    if (which === 'there') discard();
    else goOn();
    await queries.invalidateQueries({ queryKey: draftsKey });
  };
}
