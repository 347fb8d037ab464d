import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react';
import { noteMaxCharacters } from '../../../../shared/after-death/report-rules.ts';
import { goToFault } from '../../../lib/faults.ts';
import { lazyComponent } from '../../../lib/lazy.ts';
import { ActionRow } from '../../../ui/actions.tsx';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { type Asked, questionsOf } from './changes.ts';
import type { Change } from './requests.ts';
import type { AmongPeople } from './use-trusted.ts';

const MinorFields = lazyComponent(async () => (await import('./minor-fields.tsx')).MinorFields);

interface ChangeFormProps extends Pick<AmongPeople, 'person' | 'people'> {
  kind: Asked;
  errors: Readonly<Record<string, string>>;
  isBusy: boolean;
  onSay: (change: Change & { kind: Asked }) => void;
  onCancel: () => void;
}

type Answers = Omit<Change, 'kind'>;

/** Asks for a detail of a change that was ticked. Nothing is saved before its button is pressed. */
export function ChangeForm({ kind, person, people, errors, isBusy, onSay, onCancel }: ChangeFormProps) {
  const { firstName } = person;
  const { lead, fields, action } = questionsOf[kind];
  const [answers, setAnswers] = useState<Answers>({});
  const [missing, setMissing] = useState<Readonly<Record<string, string>>>({});
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (kind !== 'minor') form.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, [kind]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const faults = fields.flatMap((field) =>
      field.missing && !answers[field.name]?.trim() ? [[field.name, field.missing] as const] : [],
    );
    setMissing(Object.fromEntries(faults));
    const firstFault = fields.findIndex(({ name }) => name === faults[0]?.[0]);
    goToFault(event.currentTarget.querySelectorAll<HTMLElement>('input, textarea')[firstFault]);
    if (faults.length === 0 && !isBusy) onSay({ kind, ...filled(answers) });
  }

  return (
    <form
      ref={form}
      noValidate
      className="mx-3 mt-3 mb-5 grid grid-cols-1 gap-4 border-l-[1.5px] border-thread pl-4 md:mx-3.5 md:pl-5"
      onSubmit={submit}
    >
      {lead && <p className="wrap-anywhere">{lead(firstName)}</p>}
      {kind === 'minor' && (
        <Suspense fallback={<Skeleton className="h-72" />}>
          <MinorFields
            {...{ person, people, errors }}
            onChange={(answer) => setAnswers((before) => ({ ...before, ...answer }))}
          />
        </Suspense>
      )}
      {fields.map((field) => {
        const Control = field.isLong ? TextArea : TextField;
        return (
          <Control
            key={field.name}
            label={field.label(firstName)}
            isRequired={field.missing !== undefined}
            isOptional={field.missing === undefined}
            autoComplete="off"
            maxLength={field.name === 'note' ? noteMaxCharacters : undefined}
            value={answers[field.name] ?? ''}
            error={missing[field.name] ?? errors[field.name]}
            onChange={(text: string) => setAnswers({ ...answers, [field.name]: text })}
          />
        );
      })}
      <ActionRow
        cancel={
          <Button variant="quiet" onPress={onCancel}>
            Cancel
          </Button>
        }
        action={
          <Button type="submit" isPending={isBusy}>
            {action(firstName)}
          </Button>
        }
      />
    </form>
  );
}

function filled(answers: Answers): Answers {
  return Object.fromEntries(
    Object.entries(answers).flatMap(([name, text]) => (text.trim() ? [[name, text.trim()]] : [])),
  );
}
