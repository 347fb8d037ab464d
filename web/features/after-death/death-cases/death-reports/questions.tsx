import type { ReactNode } from 'react';
import { reporterRelationships } from '../../../../../shared/after-death/report-rules.ts';
import { RadioGroup } from '../../../../ui/choice-group.tsx';
import { dayOf } from '../../../../ui/day-field.tsx';
import { TextField, type TextFieldProps } from '../../../../ui/text-field.tsx';
import { type Answers, firstNameOf } from './answers.ts';
import { DayOfDeath, type Errors, type QuestionFieldsProps } from './day-of-death.tsx';

export interface Question {
  fields: readonly (keyof Answers)[];
  title: (answers: Answers) => string;
  lead: string;
  Fields: (props: QuestionFieldsProps) => ReactNode;
  check: (answers: Answers, today: string) => Errors;
}

const relationshipWords = {
  spouse: 'I was married to them, or lived with them',
  child: 'I am their child',
  parent: 'I am their parent',
  sibling: 'I am their brother or sister',
  relative: 'I am another relative',
  friend: 'I was their friend',
  legal_representative: 'I am their lawyer, or settle their affairs',
  other: 'Something else',
} as const;

export const questions: readonly Question[] = [
  {
    fields: ['reporterName'],
    title: () => 'What is your name?',
    lead: 'So that we know who is writing to us.',
    Fields: textField('reporterName', { label: 'Your full name', autoComplete: 'name', maxLength: 200 }),
    check: ({ reporterName }) => need('reporterName', reporterName.trim(), 'Please enter your name'),
  },
  {
    fields: ['reporterEmail'],
    title: () => 'Where can we write to you?',
    lead: 'We send a six-digit code to this address, and later what comes of your report. Nothing else.',
    Fields: textField('reporterEmail', { label: 'Your email', type: 'email', autoComplete: 'email' }),
    check: ({ reporterEmail }) => need('reporterEmail', isEmail(reporterEmail), 'Please enter a valid email'),
  },
  {
    fields: ['relationship'],
    title: () => 'How did you know them?',
    lead: 'You need not be family.',
    Fields: ({ answers, set, errors }) => (
      <RadioGroup
        label="How did you know them?"
        isLabelHidden
        value={answers.relationship}
        onChange={(relationship) => set({ relationship })}
        choices={reporterRelationships.map((value) => ({ value, label: relationshipWords[value] }))}
        error={errors['relationship']}
      />
    ),
    check: ({ relationship }) => need('relationship', relationship, 'Please choose one'),
  },
  {
    fields: ['personName'],
    title: () => 'Who has died?',
    lead: 'Their full name, as they would have written it.',
    Fields: textField('personName', { label: 'Their full name', autoComplete: 'off', maxLength: 200 }),
    check: ({ personName }) => need('personName', personName.trim(), 'Please enter their name'),
  },
  {
    fields: ['personEmail'],
    title: ({ personName }) => `Which email did ${firstNameOf(personName) ?? 'they'} use?`,
    lead: 'If you are not sure, the one they wrote to you from. If you do not know any, leave it empty and go on.',
    Fields: textField('personEmail', {
      label: 'Their email',
      isOptional: true,
      type: 'email',
      autoComplete: 'off',
    }),
    check: ({ personEmail }) =>
      need('personEmail', !personEmail.trim() || isEmail(personEmail), 'Please enter a valid email'),
  },
  {
    fields: ['dateOfDeath', 'isDateApproximate'],
    title: ({ personName }) => `On what day did ${firstNameOf(personName) ?? 'they'} die?`,
    lead: 'As it stands on the certificate, if you have it beside you.',
    Fields: DayOfDeath,
    check: ({ dateOfDeath }, today) => {
      const day = dayOf(dateOfDeath);
      if (!day) return { dateOfDeath: 'Please enter the day, the month and the year' };
      return need('dateOfDeath', day <= today, 'This day is still to come. Please check it.');
    },
  },
];

type TextAnswer = 'reporterName' | 'reporterEmail' | 'personName' | 'personEmail';

function textField(name: TextAnswer, look: Omit<TextFieldProps, 'value' | 'onChange' | 'error'>) {
  return ({ answers, set, errors }: QuestionFieldsProps) => (
    <TextField
      {...look}
      value={answers[name]}
      onChange={(text) => set({ [name]: text } as Partial<Answers>)}
      error={errors[name]}
    />
  );
}

function need(field: string, isGiven: string | boolean, message: string): Errors {
  return isGiven ? {} : { [field]: message };
}

function isEmail(typed: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed.trim());
}

export function localToday(): string {
  return new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
