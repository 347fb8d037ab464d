import { Select } from '../../ui/select.tsx';

interface ShowFilterProps {
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

/** The one filter of a queue that is shown in parts, such as what is open and what is decided. */
export function ShowFilter(select: ShowFilterProps) {
  return (
    <div className="rounded-t-card border-b border-line bg-card px-4 py-4 md:px-6 xl:sticky xl:top-0 xl:z-10">
      <Select label="Show" className="md:max-w-72" {...select} />
    </div>
  );
}
