import type { StaffPromises } from '../../../shared/staff/promises.ts';

interface YearRow {
  year: string;
  /** Deliveries owed, how many of these are guaranteed, and accounts that are paid through the year. */
  figures: [owed: number, guaranteed: number, accounts: number];
}

/** Single years until this one; everything later is one row. */
const lastYear = 2100;

/** Each year with something in it, then everything later, then what is due on a death. */
export function yearsTable({ owed, paidThrough }: Pick<StaffPromises, 'owed' | 'paidThrough'>): YearRow[] {
  const rows = new Map<string, YearRow>();
  const rowOf = (year: number | null): YearRow => {
    const name = year === null ? 'Whenever' : year > lastYear ? `After ${lastYear}` : String(year);
    const row = rows.get(name) ?? { year: name, figures: [0, 0, 0] };
    rows.set(name, row);
    return row;
  };
  const years = [...owed, ...paidThrough.years].flatMap(({ year }) => year ?? []);
  for (const year of years.toSorted((one, other) => one - other)) rowOf(year);
  for (const { year, deliveries, guaranteed } of owed) {
    const { figures } = rowOf(year);
    figures[0] += deliveries;
    figures[1] += guaranteed;
  }
  for (const { year, accounts } of paidThrough.years) rowOf(year).figures[2] += accounts;
  return [...rows.values()];
}
