import { formatFullDay } from '../../../../../shared/dates.ts';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { DayField, dayOf } from '../../../../ui/day-field.tsx';
import type { Answers } from './answers.ts';

export type Errors = Readonly<Record<string, string>>;

export interface QuestionFieldsProps {
  answers: Answers;
  set: (change: Partial<Answers>) => void;
  errors: Errors;
}

export function DayOfDeath({ answers, set, errors }: QuestionFieldsProps) {
  const day = dayOf(answers.dateOfDeath);
  return (
    <div className="grid gap-5">
      <DayField
        label="Day of death"
        isLabelHidden
        value={answers.dateOfDeath}
        onChange={(dateOfDeath) => set({ dateOfDeath })}
        error={errors['dateOfDeath']}
      />
      {day && <p className="text-ink-soft">{formatFullDay(day)}.</p>}
      <Checkbox
        label="I am not sure of the exact day"
        value={answers.isDateApproximate}
        onChange={(isDateApproximate) => set({ isDateApproximate })}
      />
    </div>
  );
}
