import { useFirstFault } from '../../../../lib/focus.ts';
import { LimitedTextField } from '../../../../ui/limited-text-field.tsx';
import { TextArea } from '../../../../ui/text-area.tsx';
import type { Composer } from './composer.ts';
import { RecipientField } from './recipient-field.tsx';

/** After an invalid attempt the first invalid field takes the focus. */
export function DetailsFields({ composer }: { composer: Composer }) {
  const { values, change, errors, attempts } = composer;
  const fields = useFirstFault<HTMLDivElement>(attempts);
  return (
    <div ref={fields} className="grid gap-5">
      <LimitedTextField
        label="Title"
        name="title"
        isRequired
        maxLength={200}
        value={values.title}
        error={errors.title}
        onChange={(title) => change({ title })}
      />
      <RecipientField values={values} errors={errors} onChange={change} />
      <TextArea
        label="Personal message"
        name="personalMessage"
        description="A few words shown above it when it is opened."
        isOptional
        rows={3}
        className="[&_textarea]:min-h-26"
        maxLength={2000}
        value={values.personalMessage}
        onChange={(personalMessage) => change({ personalMessage })}
      />
    </div>
  );
}
