import { Check, Hourglass } from 'lucide-react';
import { capitalized } from '../../../../../shared/letter-case.ts';
import { formatSavedAt } from '../../../../lib/dates.ts';
import { Button } from '../../../../ui/button.tsx';
import { CompareTexts } from '../../../../ui/compare-texts/compare-texts.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import type { DraftText } from './draft-text.ts';
import type { ServerDraft } from './stored-draft.ts';

interface ChoiceDialogProps {
  there: ServerDraft<unknown>;
  textThere: DraftText;
  textHere: DraftText;
  savedHereAtMs: number | null;
  onChoose: (which: 'there' | 'here') => void;
  onDecideLater: () => void;
}

/** Shows two texts of one draft, and asks which of them to continue. The other one stays a draft. */
export function ChoiceDialog(props: ChoiceDialogProps) {
  const { there, textThere, textHere, savedHereAtMs, onChoose, onDecideLater } = props;
  const place = there.device ? `from ${there.device.replace(/^A /, 'a ')}` : 'from elsewhere';
  const nowMs = Date.now();
  return (
    <Dialog
      isOpen
      onOpenChange={onDecideLater}
      size="large"
      title="Both are kept. Which one do you want to go on with?"
      actions={{
        action: (
          <Button variant="text" onPress={onDecideLater}>
            Decide later
          </Button>
        ),
      }}
    >
      <p className="mb-5 text-ink-soft">You wrote this in two places. The other one stays a draft.</p>
      <CompareTexts
        one={{
          ...textThere,
          heading: capitalized(place),
          note: `saved ${formatSavedAt(Date.parse(there.updatedAt), nowMs)}`,
          badge: { tone: 'sage', icon: Check, children: 'Kept' },
          keepLabel: 'Go on with this one',
        }}
        other={{
          ...textHere,
          heading: 'From here',
          note: savedHereAtMs === null ? 'written just now' : `saved ${formatSavedAt(savedHereAtMs, nowMs)}`,
          badge: { tone: 'gold', icon: Hourglass, children: 'Open here' },
          keepLabel: 'Go on with this one',
        }}
        onKeep={(which) => onChoose(which === 'one' ? 'there' : 'here')}
      />
    </Dialog>
  );
}
