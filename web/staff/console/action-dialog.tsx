import { type ReactNode, useState } from 'react';
import { write } from '../../lib/api/request.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { RadioGroup } from '../../ui/choice-group.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField, type TextFieldProps } from '../../ui/text-field.tsx';
import { type ToastOptions, toast } from '../../ui/toast.ts';
import { ActDialog } from './act-dialog.tsx';

type Values = Readonly<Record<string, string | boolean>>;

interface NamedField {
  /** The name of the value in the request, and of its error in the response. */
  name: string;
  label: string;
  description?: string | undefined;
  isRequired?: boolean;
  isOptional?: boolean;
}

type TextInput = Pick<TextFieldProps, 'type' | 'inputMode' | 'placeholder' | 'autoComplete'>;

/** If the text is left empty, it is sent as it is, as null, or not at all. */
interface TextValue {
  initial?: string | null;
  ifEmpty?: 'null' | 'omit';
}

export type ActionField = NamedField &
  (
    | ({ kind?: 'text' } & TextInput & TextValue)
    | ({ kind: 'area'; rows?: number; maxLength?: number } & TextValue)
    | { kind: 'select' | 'radio'; options: readonly { value: string; label: string }[]; initial: string }
    | { kind: 'checkbox'; initial: boolean }
  );

/** An action on a record: what its dialog says and asks for, and the request that carries it out. */
export interface ActionRequest<Answer = unknown> {
  title: string;
  /** One sentence: what will happen, and to whom. */
  what: ReactNode;
  /** The label of its button; the title by default. */
  button?: string | undefined;
  /** Who reads the reason, if it is not only for the audit log. */
  reasonNote?: string | undefined;
  cancel?: string;
  isDangerous?: boolean;
  note?: ReactNode;
  fields?: readonly ActionField[];
  method?: 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** Sent with the fields and the reason: the state in which the record was seen. */
  body?: object;
  done(answer: Answer, values: Values): ToastOptions | undefined;
}

export function ActionDialog({ request, onClose }: { request: ActionRequest; onClose: () => void }) {
  const { title, what, button, reasonNote, cancel, isDangerous, note, fields = [] } = request;
  const [values, setValues] = useState<Values>(() =>
    Object.fromEntries(fields.map(({ name, initial }) => [name, initial ?? ''])),
  );

  async function send(reason: string) {
    const { method = 'POST', path, body, done } = request;
    const sent = { ...body, ...valuesOf(fields, values), reason };
    const said = done(await write<unknown>(method, `/api/admin/${path}`, sent), values);
    if (said) toast(said);
  }

  return (
    <ActDialog
      title={title}
      what={what}
      action={button}
      reasonNote={reasonNote}
      cancel={cancel}
      isDangerous={isDangerous}
      send={send}
      onClose={onClose}
    >
      {(errors) => (
        <>
          {note}
          {fields.map((field) => (
            <Control
              key={field.name}
              field={field}
              value={values[field.name] ?? ''}
              error={errors[field.name]}
              onChange={(value) => setValues({ ...values, [field.name]: value })}
            />
          ))}
        </>
      )}
    </ActDialog>
  );
}

interface ControlProps {
  field: ActionField;
  value: string | boolean;
  error: string | undefined;
  onChange: (value: string | boolean) => void;
}

function Control({ field, value, ...rest }: ControlProps) {
  const text = String(value);
  switch (field.kind) {
    case 'checkbox':
      return <Checkbox label={field.label} value={value === true} {...rest} />;
    case 'select':
      return <Select label={field.label} options={field.options} {...rest} value={text} />;
    case 'radio':
      return <RadioGroup label={field.label} choices={field.options} {...rest} value={text} />;
    case 'area': {
      const { kind: _, initial: __, ifEmpty: ___, ...input } = field;
      return <TextArea rows={3} {...input} {...rest} value={text} />;
    }
    default: {
      const { kind: _, initial: __, ifEmpty: ___, ...input } = field;
      return <TextField autoComplete="off" {...input} {...rest} value={text} />;
    }
  }
}

function valuesOf(fields: readonly ActionField[], values: Values): Record<string, unknown> {
  const sent = fields.map((field): [string, unknown] => {
    const value = values[field.name];
    const isEmpty = typeof value === 'string' && value.trim() === '';
    const ifEmpty = 'ifEmpty' in field ? field.ifEmpty : undefined;
    return [field.name, isEmpty && ifEmpty ? { null: null, omit: undefined }[ifEmpty] : value];
  });
  return Object.fromEntries(sent);
}
