/** Finds a time zone by city, region, common name or offset from UTC. */
import type { TimeZone } from '../../../lib/time-zones.ts';

export interface ListedZone {
  /** The IANA name. */
  id: string;
  label: string;
  /** Common name and offset from UTC: "Central European Time, GMT+1". */
  note: string;
}

/** Current names of cities whose zone browsers still list under a former name. */
const currentNames: Readonly<Record<string, string>> = {
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

/** Adds each zone's name and offset as of `now`. */
export function describeZones(zones: readonly TimeZone[], now: Date): ListedZone[] {
  return zones.map(({ value: id, label }) => {
    const name = formatZoneName(id, 'longGeneric', now);
    const offset = formatZoneName(id, 'shortOffset', now);
    const words = [currentNames[id], name === offset ? undefined : name, offset];
    return { id, label, note: words.filter(Boolean).join(', ') };
  });
}

/** Whether every typed word starts a word of the zone, ignoring accents and case; "UTC" and "GMT" are the same. */
export function matchesZone(
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

function formatZoneName(timeZone: string, timeZoneName: 'longGeneric' | 'shortOffset', now: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName }).formatToParts(now);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
