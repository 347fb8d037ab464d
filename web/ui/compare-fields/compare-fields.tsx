import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ActionsProps } from '../actions.tsx';
import { Button } from '../button.tsx';
import { RadioGroup } from '../choice-group.tsx';
import type { ComparedField } from './differing-fields.ts';

type Choice = 'saved' | 'typed';
export type FieldChoices = Readonly<Record<string, Choice>>;

interface CompareFieldsProps {
  fields: readonly ComparedField[];
  /** Called with a choice for each field. */
  onSave: (choices: FieldChoices) => void;
  /** Back to the form, where everything is still as it was typed. */
  onBack: () => void;
  isBusy: boolean;
  /** Places the buttons, which a dialog does in its own way. */
  children: (content: ReactNode, actions: ActionsProps) => ReactNode;
}

/**
 * The differences between a form and the account, field by field. A field that was changed in only one place
 * keeps that value; for the others the person chooses, and nothing is chosen beforehand.
 */
export function CompareFields({ fields, onSave, onBack, isBusy, children }: CompareFieldsProps) {
  const [chosen, setChosen] = useState<FieldChoices>({});
  const [isChecked, setChecked] = useState(false);
  const lead = useRef<HTMLParagraphElement>(null);
  useEffect(() => lead.current?.focus(), []);
  const disputed = fields.filter(({ changed }) => changed === 'both');
  const isMissing = (name: string) => chosen[name] === undefined;

  function save() {
    setChecked(true);
    if (disputed.some(({ name }) => isMissing(name))) return;
    const clear = fields.map(({ name, changed }) => [name, changed === 'here' ? 'typed' : 'saved'] as const);
    onSave({ ...Object.fromEntries(clear), ...chosen });
  }

  const content = (
    <div className="grid gap-5">
      <p ref={lead} tabIndex={-1} className="max-w-measure outline-none">
        This was changed elsewhere while it stood open here. Nothing has been overwritten.{' '}
        {disputed.length > 0 && 'Please choose what you would like to keep.'}
      </p>
      {disputed.map(({ name, label, saved, typed }) => (
        <RadioGroup<Choice>
          key={name}
          label={label}
          columns={2}
          value={chosen[name] ?? null}
          error={isChecked && isMissing(name) ? 'Please choose one of the two' : undefined}
          choices={[
            { value: 'saved', label: <Value text={saved} />, description: 'In your account' },
            { value: 'typed', label: <Value text={typed} />, description: 'From here' },
          ]}
          onChange={(choice) => setChosen({ ...chosen, [name]: choice })}
        />
      ))}
      <Taken
        title="Changed elsewhere, and kept"
        fields={fields.filter(({ changed }) => changed === 'elsewhere')}
        value={({ saved }) => saved}
      />
      <Taken
        title="Changed here"
        fields={fields.filter(({ changed }) => changed === 'here')}
        value={({ typed }) => typed}
      />
    </div>
  );
  return children(content, {
    cancel: (
      <Button variant="quiet" isDisabled={isBusy} onPress={onBack}>
        Back to the form
      </Button>
    ),
    action: (
      <Button isPending={isBusy} pendingLabel="Saving" onPress={save}>
        {disputed.length > 0 ? 'Save what I chose' : 'Save'}
      </Button>
    ),
  });
}

function Value({ text }: { text: string }) {
  if (text === '') return <span className="font-sans text-base text-ink-soft">Nothing</span>;
  return <span className="wrap-anywhere whitespace-pre-line">{text}</span>;
}

interface TakenProps {
  title: string;
  fields: readonly ComparedField[];
  value: (field: ComparedField) => string;
}

function Taken({ title, fields, value }: TakenProps) {
  if (fields.length === 0) return null;
  return (
    <section className="border-t border-line pt-4">
      <h3 className="font-medium">{title}</h3>
      <dl className="mt-1.5 grid gap-1.5">
        {fields.map((field) => (
          <div key={field.name} className="flex flex-wrap gap-x-2">
            <dt className="text-ink-soft">{field.label}:</dt>
            <dd>
              <Value text={value(field)} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
