import type { GivenChoice } from '../../../../shared/given-choice.ts';
import { RadioGroup } from '../../../ui/choice-group.tsx';

interface GivenChoiceGroupProps {
  /** The label says who has received what. */
  label: string;
  /** What their page shows if it is taken back. */
  takenBack: string;
  value: GivenChoice;
  onChange: (choice: GivenChoice) => void;
}

/** Asks what should become of things that somebody has already received. */
export function GivenChoiceGroup({ takenBack, ...props }: GivenChoiceGroupProps) {
  return (
    <RadioGroup
      {...props}
      choices={[
        { value: 'keep', label: 'They may keep it', description: 'What they were sent stays on their page.' },
        { value: 'withdraw', label: 'Take it back', description: takenBack },
      ]}
    />
  );
}
