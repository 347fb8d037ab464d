/** How a time zone is found by what people call it: its city, its region, its usual name, its distance from UTC. */
import type { TimeZone } from '../../../lib/time-zones.ts';

export interface ListedZone {
  /** The IANA name. */
  id: string;
  label: string;
  /** Its usual name and distance from UTC: "Central European Time, GMT+1". */
  note: string;
}

/** What a city is called today, where browsers still list the zone by an earlier name. */
const presentNames: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Asmara',
  'America/Godthab': 'Nuuk',
  'Asia/Calcutta': 'Kolkata',
  'Asia/Katmandu': 'Kathmandu',
  'Asia/Rangoon': 'Yangon',
  'Asia/Saigon': 'Ho Chi Minh City',
  'Atlantic/Faeroe': 'Faroe',
  'Europe/Kiev': 'Kyiv',
  'Pacific/Ponape': 'Pohnpei',
  'Pacific/Truk': 'Chuuk',
};

/** Adds to each zone what is said of it at `now`. */
export function describeZones(zones: readonly TimeZone[], now: Date): ListedZone[] {
  return zones.map(({ value: id, label }) => {
    const name = sayZone(id, 'longGeneric', now);
    const offset = sayZone(id, 'shortOffset', now);
    const words = [presentNames[id], name === offset ? undefined : name, offset];
    return { id, label, note: words.filter(Boolean).join(', ') };
  });
}

/** Does each word that was typed begin a word of the zone? Marks, case and "UTC" for "GMT" make no difference. */
export function fitsZone(
  { label, note = '' }: { label: string; note?: string | undefined },
  typed: string,
): boolean {
  const words = wordsOf(`${label} ${note}`);
  const distance = words.find((word) => word.startsWith('gmt'))?.slice('gmt'.length);
  return wordsOf(typed.replace(/\b(?:utc|gmt)\s+(?=[+-])/gi, 'gmt')).every((part) => {
    const wanted = part.replace(/^utc(?=[+-]|$)/, 'gmt').replace(/^(gmt)?([+-])0(?=\d)/, '$1$2');
    const wantedDistance = /^(?:gmt)?([+-].*?)(?::00)?$/.exec(wanted)?.[1];
    if (wantedDistance) return distance === wantedDistance;
    return words.some((word) => word.startsWith(wanted));
  });
}

function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .replaceAll('−', '-')
    .toLowerCase();
  return plain.split(/[\s(),/_]+/).filter(Boolean);
}

function sayZone(timeZone: string, timeZoneName: 'longGeneric' | 'shortOffset', now: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName }).formatToParts(now);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
