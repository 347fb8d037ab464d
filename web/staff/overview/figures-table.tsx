import { inFigures } from '../console/format.ts';

interface FiguresTableProps {
  /** For screen readers. */
  caption: string;
  /** What the rows are: the heading of the column of labels. */
  of: string;
  columns: readonly string[];
  /** One figure for each column; 0 is shown as an empty cell. */
  rows: readonly { label: string; figures: readonly number[] }[];
}

export function FiguresTable({ caption, of, columns, rows }: FiguresTableProps) {
  return (
    <table className="w-full text-small tabular-nums">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-line text-right text-ink-soft [&>th]:p-2 max-sm:[&>th]:px-0.5 [&>th]:font-medium">
          <th scope="col" className="text-left">
            {of}
          </th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map(({ label, figures }) => (
          <tr key={label} className="text-right *:p-2 max-sm:*:px-0.5">
            <th scope="row" className="text-left font-normal whitespace-nowrap">
              {label}
            </th>
            {columns.map((column, index) => (
              <td key={column}>{figures[index] ? inFigures(figures[index]) : ''}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
