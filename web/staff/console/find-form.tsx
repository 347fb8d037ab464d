import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';

interface FindFormProps {
  /** Whom the text names: "Owner". */
  label: string;
  text: string;
  onFind: (text: string) => void;
  /** The selects before it. */
  children: ReactNode;
}

/** Filters of a list with a text to find at their end; it counts once it is sent. */
export function FindForm({ label, text, onFind, children }: FindFormProps) {
  const [typed, setTyped] = useState(text);

  function find(event: FormEvent) {
    event.preventDefault();
    onFind(typed.trim());
  }

  return (
    <form
      className="@container rounded-t-card border-b border-line bg-card px-4 py-4 md:px-6 xl:sticky xl:top-0 xl:z-10"
      onSubmit={find}
    >
      <div className="grid grid-cols-[3fr_2fr] items-end gap-3 @min-[30rem]:grid-cols-[repeat(auto-fit,minmax(9rem,auto))]">
        {children}
        <TextField label={label} autoComplete="off" value={typed} onChange={setTyped} />
        <Button type="submit" variant="quiet">
          Find
        </Button>
      </div>
    </form>
  );
}

/** The value of a select that narrows nothing. */
export const everything = 'all';
/** For a `minAgeHours` in the URL. */
export const ages = [
  { value: everything, label: 'Any age' },
  { value: '24', label: 'Older than a day' },
  { value: '168', label: 'Older than a week' },
];
