import type { DeathReport, ReporterRelationship } from '../../../../../shared/after-death/death-reports.ts';
import { type DayParts, dayOf } from '../../../../ui/day-field.tsx';

/** What the reporter has typed. Kept on the device until the report is sent. */
export interface Answers {
  reporterName: string;
  reporterEmail: string;
  relationship: ReporterRelationship | '';
  personName: string;
  personEmail: string;
  dateOfDeath: DayParts;
  isDateApproximate: boolean;
}

export interface SavedReport {
  answers: Answers;
  token?: string | undefined;
}

export const noAnswers: Answers = {
  reporterName: '',
  reporterEmail: '',
  relationship: '',
  personName: '',
  personEmail: '',
  dateOfDeath: { day: '', month: '', year: '' },
  isDateApproximate: false,
};

const storageKey = 'long-after-death-report';

const nameMaxCharacters = 200;

/** The names in a link, after the `#`. Anybody may have written them. */
export function answersIn(hash: string): Answers {
  const named = new URLSearchParams(hash.slice(1));
  const read = (key: string) => (named.get(key) ?? '').trim().slice(0, nameMaxCharacters);
  return { ...noAnswers, reporterName: read('from'), personName: read('person') };
}

export function readSavedReport(): SavedReport | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey) ?? 'null') as Partial<SavedReport> | null;
    return kept ? { answers: { ...noAnswers, ...kept.answers }, token: kept.token } : undefined;
  } catch {
    return undefined;
  }
}

/** Does nothing if the browser stores nothing, as in a private window. */
export function keep(kept: SavedReport | undefined): void {
  try {
    if (kept) localStorage.setItem(storageKey, JSON.stringify(kept));
    else localStorage.removeItem(storageKey);
  } catch {
    return;
  }
}

export function formOf(answers: Answers, timezone: string) {
  return { ...answers, dateOfDeath: dayOf(answers.dateOfDeath) ?? '', timezone };
}

/** The answers stored on the server, for a report that is opened from a mail. */
export function answersOf(report: DeathReport): Answers {
  const [year = '', month = '', day = ''] = report.dateOfDeath.split('-');
  return {
    ...noAnswers,
    ...report,
    personEmail: report.personEmail ?? '',
    dateOfDeath: { day: String(Number(day)), month: String(Number(month)), year },
  };
}

export function firstNameOf(name: string): string | undefined {
  return name.trim().split(/\s+/)[0] || undefined;
}
