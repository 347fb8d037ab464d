/** A field whose values in a form and in the account differ, in words. */
export interface ComparedField<Name extends string = string> {
  name: Name;
  label: string;
  /** The value in the account. */
  saved: string;
  /** The value in the form. */
  typed: string;
  /** Where it was changed since the form was opened. Only fields that were changed in both places need a choice. */
  changed: 'here' | 'elsewhere' | 'both';
}

/** The value of each field of a form, in words; fields that belong together are one. */
export type Described<Name extends string> = Readonly<Record<Name, string>>;

/** The fields that differ, in their order. Without `read`, the values the form was opened with, all of them count as changed in both places. */
export function findDifferingFields<Name extends string>(
  labels: Readonly<Record<Name, string>>,
  {
    read,
    saved,
    typed,
  }: { read: Described<NoInfer<Name>> | null } & Record<'saved' | 'typed', Described<NoInfer<Name>>>,
): ComparedField<Name>[] {
  return (Object.keys(labels) as Name[])
    .filter((name) => saved[name] !== typed[name])
    .map((name) => ({
      name,
      label: labels[name],
      saved: saved[name],
      typed: typed[name],
      changed: changedWhere(read?.[name], saved[name], typed[name]),
    }));
}

function changedWhere(read: string | undefined, saved: string, typed: string): ComparedField['changed'] {
  if (read === saved) return 'here';
  return read === typed ? 'elsewhere' : 'both';
}
