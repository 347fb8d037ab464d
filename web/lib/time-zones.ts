import { commonTimeZones, defaultTimeZone } from '../../shared/time-zones.ts';

export { defaultTimeZone };

export interface TimeZone {
  /** The IANA name, such as Europe/Paris. */
  value: string;
  label: string;
}

function readablePlace(part: string): string {
  return part.replaceAll('_', ' ');
}

/** The name in a sentence: "Eastern", "Paris", "Buenos Aires". */
export function timeZoneLabel(timeZone: string): string {
  const common = commonTimeZones.find((zone) => zone.value === timeZone);
  return common?.label ?? readablePlace(timeZone.split('/').at(-1) ?? timeZone);
}

/** The name in the list: "Paris (Europe)", "Buenos Aires (America, Argentina)". */
function listLabel(timeZone: string): string {
  const [city = timeZone, ...region] = timeZone.split('/').toReversed().map(readablePlace);
  return region.length > 0 ? `${city} (${region.toReversed().join(', ')})` : city;
}

/**
 * Every zone that this browser knows, in two groups. `present` is included even when the browser knows that zone only
 * by a newer name.
 */
export function timeZoneGroups(present?: string): { label: string; options: readonly TimeZone[] }[] {
  const names = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...(present ? [present] : [])]);
  for (const { value } of commonTimeZones) names.delete(value);
  const others = [...names].map((value) => ({ value, label: listLabel(value) }));
  others.sort((a, b) => a.label.localeCompare(b.label, 'en'));
  return [
    { label: 'United States', options: commonTimeZones },
    { label: 'All other time zones', options: others },
  ];
}
