import { Button } from '../../../../../ui/button.tsx';
import { PhoneBar } from '../../../../../ui/phone-bar.tsx';

interface PlanStepBarProps {
  /** Undefined at the first step. */
  onBack: (() => void) | undefined;
  onGoOn: () => void;
}

/** On phones only: to the next question, and back. */
export function PlanStepBar({ onBack, onGoOn }: PlanStepBarProps) {
  return (
    <PhoneBar className="flex items-center justify-between gap-4 rounded-b-card border-t border-line bg-card px-4 py-3 md:hidden">
      {onBack && (
        <Button variant="text" onPress={onBack}>
          Back
        </Button>
      )}
      <Button className="ml-auto" onPress={onGoOn}>
        Continue
      </Button>
    </PhoneBar>
  );
}
