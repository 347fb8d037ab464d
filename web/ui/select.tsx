import { ChevronDown } from 'lucide-react';
import { memo, type Ref } from 'react';
import { describeControl, Field, type FieldText, useFieldIds } from './field.tsx';
import { joinClasses } from './join-classes.ts';

export interface SelectOption<Value extends string = string> {
  value: Value;
  label: string;
}

export interface SelectGroup<Value extends string = string> {
  label: string;
  options: readonly SelectOption<Value>[];
}

export interface SelectProps<Value extends string> extends FieldText {
  /** The empty string means that nothing is chosen; the placeholder is shown. */
  value: Value | '';
  onChange: (value: Value) => void;
  options: readonly (SelectOption<Value> | SelectGroup<Value>)[];
  placeholder?: string | undefined;
  onBlur?: (() => void) | undefined;
  name?: string | undefined;
  autoComplete?: string | undefined;
  isDisabled?: boolean | undefined;
  /** Less padding, for two selects side by side on a phone. */
  isCompact?: boolean | undefined;
  ref?: Ref<HTMLSelectElement> | undefined;
}

function Option({ option }: { option: SelectOption }) {
  return <option value={option.value}>{option.label}</option>;
}

/** Memoized, so that a list of a hundred years is not rendered again when the choice changes. */
const Options = memo(function Options({ options }: { options: readonly (SelectOption | SelectGroup)[] }) {
  return options.map((entry) =>
    'options' in entry ? (
      <optgroup key={entry.label} label={entry.label}>
        {entry.options.map((option) => (
          <Option key={option.value} option={option} />
        ))}
      </optgroup>
    ) : (
      <Option key={entry.value} option={entry} />
    ),
  );
});

/** The native select: type-ahead, scrolling and zooming work as people are used to. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const ids = useFieldIds();
  const { label, description, error, isRequired, isOptional, isLabelHidden, className, ...control } = props;
  const text = { label, description, error, isRequired, isOptional, isLabelHidden, className };
  const { value, onChange, options, placeholder, isDisabled, isCompact, ...attributes } = control;

  function choose(chosen: string) {
    const all = options.flatMap((entry) => ('options' in entry ? entry.options : [entry]));
    const option = all.find((candidate) => candidate.value === chosen);
    if (option) onChange(option.value);
  }

  return (
    <Field ids={ids} {...text}>
      <div className="relative">
        <select
          {...attributes}
          {...describeControl(ids, text)}
          id={ids.control}
          value={value}
          disabled={isDisabled}
          className={isCompact ? 'control control-compact' : 'control'}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          {(placeholder !== undefined || value === '') && (
            <option value="" disabled hidden>
              {placeholder}
            </option>
          )}
          <Options options={options} />
        </select>
        <ChevronDown
          aria-hidden="true"
          strokeWidth={1.5}
          className={joinClasses(
            'pointer-events-none absolute top-3.5 size-5 text-ink-soft',
            isCompact ? 'right-2' : 'right-3.5',
          )}
        />
      </div>
    </Field>
  );
}
