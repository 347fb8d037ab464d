/** A field of a form that is not the same here and in the account, in words. */
export interface ComparedField<Name extends string = string> {
  name: Name;
  label: string;
  /** In the account. */
  saved: string;
  /** In the form. */
  typed: string;
  /** Where it was changed since the form was opened. Only what was changed in both places has to be chosen. */
  changed: 'here' | 'elsewhere' | 'both';
}

/** What a form has for each field, in words; fields that belong together are one. */
export type Described<Name extends string> = Readonly<Record<Name, string>>;

/** The fields that differ, in their order. Without `read`, what the form was opened with, all of them were changed in both. */
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
