import { useState } from 'react';
import { SearchList } from '../../../../ui/search-list.tsx';
import { findZone, listZones, searchZones } from './zone-search.ts';

interface ZoneSearchFieldProps {
  /** The chosen zone. Always offered and always first, even if it is no longer listed. */
  value: string;
  onChange: (timeZone: string) => void;
}

/** Searches all time zones. */
export function ZoneSearchField({ value, onChange }: ZoneSearchFieldProps) {
  const [zones] = useState(() => listZones(value, new Date()));
  return (
    <SearchList
      className="col-span-full"
      label="Find a time zone"
      description="Search for a city, a country or a distance from UTC, such as +1."
      placeholder="Search"
      value={findZone(zones, value)?.id ?? ''}
      onChange={onChange}
      find={(typed) => searchZones(zones, typed)}
      emptyText="No time zone by that name. Try the nearest large city."
    />
  );
}
