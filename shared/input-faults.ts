import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

/** What is wrong with an input, as a sentence for the person who sent it, if the schema has no message of its own. */
export function describeFault(issue: Issue): string {
  const isMissing = issue.input === undefined || issue.input === null;
  switch (issue.code) {
    case 'invalid_type':
      return isMissing ? 'This is missing' : (wanted[issue.expected] ?? unreadable);
    case 'invalid_value':
      return isMissing ? 'This is missing' : describeChoices(issue.values);
    case 'invalid_format':
      return formats[issue.format] ?? 'This is not written in a way that we can read';
    case 'too_small':
      return issue.origin === 'string' && Number(issue.minimum) === 1
        ? 'This is missing'
        : describeBound(issue.origin, Number(issue.minimum), least);
    case 'too_big':
      return describeBound(issue.origin, Number(issue.maximum), most);
    case 'not_multiple_of':
      return `Please give a multiple of ${issue.divisor}`;
    default:
      return isMissing ? 'This is missing' : unreadable;
  }
}

const unreadable = 'This cannot be used here';

/** By the expected type. */
const wanted: Readonly<Record<string, string>> = {
  string: 'Please send this as text',
  number: 'Please send a number',
  int: 'Please send a whole number',
  boolean: 'Please send yes or no, as true or false',
  array: 'Please send a list',
  date: 'Please send a date',
};

const formats: Readonly<Record<string, string>> = {
  email: 'Please enter a valid email',
  uuid: 'There is nothing with this id',
  url: 'Please give a web address',
  date: 'Please give a day, such as 2031-05-04',
  datetime: 'Please give a date and time, such as 2031-05-04T12:00:00Z',
  time: 'Please give a time, such as 18:30',
};

const choicesNamed = 8;

function describeChoices(values: readonly unknown[]): string {
  const [only, ...others] = values.map(String);
  if (others.length === 0) return `Please send ${only}`;
  if (values.length > choicesNamed) return 'Please choose one of those that there are';
  return `Please choose ${[only, ...others.slice(0, -1)].join(', ')} or ${others.at(-1)}`;
}

const least = { some: 'at least', number: 'or more' };
const most = { some: 'at most', number: 'or less' };

function describeBound(origin: string, bound: number, { some, number }: typeof least): string {
  if (origin === 'string') return `Please use ${some} ${counted(bound, 'character')}`;
  if (origin === 'array' || origin === 'set') return `Please choose ${some} ${bound}`;
  if (origin === 'number' || origin === 'int' || origin === 'bigint') return `Please send ${bound} ${number}`;
  return unreadable;
}

function counted(count: number, thing: string): string {
  return count === 1 ? `1 ${thing}` : `${count} ${thing}s`;
}
