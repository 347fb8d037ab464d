import type { Choice } from './choice-card.tsx';
import { type FieldText, useFieldIds } from './field.tsx';
import { FieldSet } from './field-set.tsx';
import { joinClasses } from './join-classes.ts';

export interface SegmentedControlProps<Value extends string> extends FieldText {
  value: Value;
  onChange: (value: Value) => void;
  choices: readonly Choice<Value>[];
  isDisabled?: boolean | undefined;
}

const segment =
  'relative grid min-h-11 cursor-pointer place-items-center py-1.5 text-center text-small leading-tight transition-colors not-first:border-l not-first:border-line large-text:not-first:border-t large-text:not-first:border-l-0 hover:not-has-checked:bg-pine-wash/50 has-checked:bg-pine-wash has-checked:font-semibold has-checked:text-pine has-disabled:opacity-60 has-focus-visible:outline-2 has-focus-visible:-outline-offset-4 has-focus-visible:outline-pine forced-colors:has-checked:outline-2';

/** Two to four exclusive choices in one row. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const ids = useFieldIds();
  const { value, onChange, choices, isDisabled, ...text } = props;
  return (
    <FieldSet ids={ids} {...text}>
      <div className="flex large-text:flex-col large-text:rounded-card overflow-hidden rounded-full border border-line-strong">
        {choices.map((choice) => (
          <label
            key={choice.value}
            // Two choices are equally wide; with three, each is as wide as its words need.
            className={joinClasses(segment, choices.length > 2 ? 'flex-auto px-2' : 'flex-1 px-3')}
          >
            <input
              type="radio"
              className="absolute inset-0 m-0 size-full cursor-pointer opacity-0"
              name={ids.control}
              value={choice.value}
              checked={choice.value === value}
              disabled={isDisabled || choice.isDisabled}
              onChange={() => onChange(choice.value)}
            />
            <span className="flex items-center gap-2">
              {choice.icon}
              {choice.label}
            </span>
          </label>
        ))}
      </div>
    </FieldSet>
  );
}
