/** Finds a time zone by city, country, region, common name or offset from UTC. */
import { getCountryCode, rawTimeZones, timeZonesNames } from '@vvo/tzdb';
import { formerZoneName, isTimeZone, presentZoneName } from '../../../../../shared/time-zones.ts';

export interface ListedZone {
  /** The IANA name. */
  id: string;
  /** City and country: "Berlin (Germany)". */
  label: string;
  /** Common name and offset from UTC: "Central European Time, GMT+1". */
  note: string;
  /** Further words that find it: region, former name, large cities. */
  keywords: string;
}

const countries = new Intl.DisplayNames('en', { type: 'region' });
const largestOf = new Map(rawTimeZones.map((zone) => [zone.name, zone]));

/**
 * Every zone by its present name, with its offset as of `now`; `chosen` comes first. A browser that knows a
 * zone only by its former name is offered that one.
 */
export function listZones(chosen: string, now: Date): ListedZone[] {
  const first = presentZoneName(chosen);
  const zones = [...new Set([first, ...timeZonesNames, 'UTC'])].flatMap((name) => {
    const id = [name, formerZoneName(name)].find((each) => each && isTimeZone(each));
    return id ? describeZone(id, name, now) : [];
  });
  const isOther = ({ id }: ListedZone) => Number(presentZoneName(id) !== first);
  return zones.sort((a, b) => isOther(a) - isOther(b) || a.label.localeCompare(b.label, 'en'));
}

export function findZone(zones: readonly ListedZone[], timeZone: string): ListedZone | undefined {
  return zones.find(({ id }) => presentZoneName(id) === presentZoneName(timeZone));
}

function describeZone(id: string, name: string, now: Date): ListedZone {
  const region = name.split('/').map((part) => part.replaceAll('_', ' '));
  const city = region.at(-1) ?? name;
  const code = getCountryCode(name);
  const country = code && countries.of(code);
  const commonName = formatZoneName(id, 'longGeneric', now);
  const offset = formatZoneName(id, 'shortOffset', now);
  const largest = largestOf.get(name);
  return {
    id,
    label: country ? `${city} (${country})` : city,
    note: commonName === offset ? offset : `${commonName}, ${offset}`,
    keywords: [...region, formerZoneName(name) ?? '', largest?.countryName, largest?.mainCities].join(' '),
  };
}

/**
 * The zones in which a word starts with each typed word, ignoring accents and case; those whose label has
 * exactly these words come first. "UTC" and "GMT" are the same.
 */
export function searchZones(zones: readonly ListedZone[], typed: string): ListedZone[] {
  const wanted = wordsOf(typed.replace(/\b(?:utc|gmt)\s+(?=[+-])/gi, 'gmt'));
  const isOther = ({ label }: ListedZone) => Number(!wanted.every((word) => wordsOf(label).includes(word)));
  return zones.filter((zone) => matchesAll(zone, wanted)).toSorted((a, b) => isOther(a) - isOther(b));
}

function matchesAll({ label, note, keywords }: ListedZone, wanted: readonly string[]): boolean {
  const words = wordsOf(`${label} ${note} ${keywords}`);
  const distance = words.find((word) => word.startsWith('gmt'))?.slice('gmt'.length);
  return wanted.every((typed) => {
    const word = typed.replace(/^utc(?=[+-]|$)/, 'gmt').replace(/^(gmt)?([+-])0(?=\d)/, '$1$2');
    const wantedDistance = /^(?:gmt)?([+-].*?)(?::00)?$/.exec(word)?.[1];
    if (wantedDistance) return distance === wantedDistance;
    return words.some((each) => each.startsWith(word));
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
