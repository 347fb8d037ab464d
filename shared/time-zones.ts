// Without schemas, so that every page may load it.

export const defaultTimeZone = 'America/New_York';

/** Offered first, in this order. */
export const commonTimeZones = [
  { value: 'America/New_York', label: 'Eastern' },
  { value: 'America/Chicago', label: 'Central' },
  { value: 'America/Denver', label: 'Mountain' },
  { value: 'America/Los_Angeles', label: 'Pacific' },
  { value: 'America/Anchorage', label: 'Alaska' },
  { value: 'Pacific/Honolulu', label: 'Hawaii' },
  { value: 'America/Phoenix', label: 'Arizona' },
] as const;

/** Former names that some browsers still report. They stay valid, and are shown under their present name. */
const presentNames: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/** The name that a zone has today: 'Asia/Kolkata' for 'Asia/Calcutta'. */
export function presentZoneName(timeZone: string): string {
  return presentNames[timeZone] ?? timeZone;
}

/** The name under which some browsers still report a zone: 'Asia/Calcutta' for 'Asia/Kolkata'. */
export function formerZoneName(timeZone: string): string | undefined {
  return Object.keys(presentNames).find((former) => presentNames[former] === timeZone);
}

const zoneNames = new Map<string, boolean>();

/** ICU's own names, such as IST, which `Intl` accepts in some browsers and in Node. IANA does not have them, and Temporal throws for them. */
const icuNames = /^(AC|AE|AG|AR|AS|BE|BS|CA|CN|CS|CT|EA|EC|IE|IS|JS|MI|NE|NS|PL|PN|PR|PS|SS|VS)T$/i;

/** Whether this runtime knows the IANA time zone `name`. Cached, since creating a formatter is slow. */
export function isTimeZone(name: string): boolean {
  const known = zoneNames.get(name);
  if (known !== undefined) return known;
  let valid = /^[A-Za-z][A-Za-z0-9_+\-/]{0,63}$/.test(name) && !icuNames.test(name);
  if (valid) {
    try {
      new Intl.DateTimeFormat('en-US', { timeZone: name });
    } catch {
      valid = false;
    }
  }
  if (zoneNames.size < 2000) zoneNames.set(name, valid);
  return valid;
}

/** The name by which this runtime knows the zone, which may be a former one on an old device; undefined if it knows none. */
export function knownTimeZone(timeZone: string): string | undefined {
  return [timeZone, formerZoneName(timeZone) ?? ''].find(isTimeZone);
}

/** The zone in which to show an instant: UTC if this runtime does not know the given one. */
export function readableTimeZone(timeZone: string): string {
  return knownTimeZone(timeZone) ?? 'UTC';
}

/** The name in a sentence: 'Eastern', 'Paris', 'Buenos Aires'. */
export function timeZoneLabel(timeZone: string): string {
  const name = presentZoneName(readableTimeZone(timeZone));
  const common = commonTimeZones.find(({ value }) => value === name);
  return common?.label ?? (name.split('/').at(-1) ?? name).replaceAll('_', ' ');
}
