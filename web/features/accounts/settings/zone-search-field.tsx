import { useMemo } from 'react';
import { timeZoneGroups } from '../../../lib/time-zones.ts';
import { SearchList } from '../../../ui/search-list.tsx';
import type { ValueField } from '../../../ui/value-field.ts';
import { describeZones, fitsZone } from './zone-search.ts';

export interface TimeZoneFieldProps extends Omit<ValueField<HTMLElement>, 'label' | 'ref'> {
  /** As it is saved; offered also where the browser knows it by another name only. */
  presentTimeZone: string;
  ref?: ((control: HTMLElement | null) => void) | undefined;
}

/** Every zone outside the short list, the saved one first, found by what people call it. */
export function ZoneSearchField({ presentTimeZone, ...field }: TimeZoneFieldProps) {
  const zones = useMemo(() => {
    const [, others] = timeZoneGroups(presentTimeZone);
    const isSaved = ({ value }: { value: string }) => value === presentTimeZone;
    const all = others?.options.toSorted((a, b) => Number(isSaved(b)) - Number(isSaved(a))) ?? [];
    return describeZones(all, new Date());
  }, [presentTimeZone]);
  return (
    <SearchList
      {...field}
      label="Your time zone"
      description="Search for a city, a region or a distance from UTC, such as +1."
      placeholder="Search"
      isRequired
      options={zones}
      matches={fitsZone}
      emptyText="No time zone of that name. Try the nearest large city."
    />
  );
}
