import { useMemo } from 'react';
import { timeZoneGroups } from '../../../lib/time-zones.ts';
import { SearchList } from '../../../ui/search-list.tsx';
import type { ValueField } from '../../../ui/value-field.ts';
import { describeZones, matchesZone } from './zone-search.ts';

export interface TimeZoneFieldProps extends Omit<ValueField<HTMLElement>, 'label' | 'ref'> {
  /** The saved zone. Always offered, even if the browser lists it under another name. */
  currentTimeZone: string;
  ref?: ((control: HTMLElement | null) => void) | undefined;
}

/** Searches all zones outside the short list; the saved one comes first. */
export function ZoneSearchField({ currentTimeZone, ...field }: TimeZoneFieldProps) {
  const zones = useMemo(() => {
    const [, others] = timeZoneGroups(currentTimeZone);
    const isSaved = ({ value }: { value: string }) => value === currentTimeZone;
    const all = others?.options.toSorted((a, b) => Number(isSaved(b)) - Number(isSaved(a))) ?? [];
    return describeZones(all, new Date());
  }, [currentTimeZone]);
  return (
    <SearchList
      {...field}
      label="Your time zone"
      description="Search for a city, a region or a distance from UTC, such as +1."
      placeholder="Search"
      isRequired
      options={zones}
      matches={matchesZone}
      emptyText="No time zone of that name. Try the nearest large city."
    />
  );
}
