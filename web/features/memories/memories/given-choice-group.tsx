import type { GivenChoice } from '../../../../shared/given-choice.ts';
import { RadioGroup } from '../../../ui/radio-group.tsx';

interface GivenChoiceGroupProps {
  /** Who has received what. */
  label: string;
  value: GivenChoice;
  onChange: (choice: GivenChoice) => void;
}

/** Asks what becomes of what somebody has received already. */
export function GivenChoiceGroup(props: GivenChoiceGroupProps) {
  return <RadioGroup {...props} choices={choices} />;
}

const choices = [
  { value: 'keep', label: 'They may keep it', description: 'What they were sent stays on their page.' },
  { value: 'withdraw', label: 'Take it back', description: 'Their page will say that you took it back.' },
] as const;
