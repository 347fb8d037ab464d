import { lazy, Suspense } from 'react';
import { commonTimeZones } from '../../../../shared/time-zones.ts';
import { timeZoneLabel } from '../../../lib/time-zones.ts';
import { Select } from '../../../ui/select.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { TimeZoneFieldProps } from './zone-search-field.tsx';

const ZoneSearch = lazy(async () => ({ default: (await import('./zone-search-field.tsx')).ZoneSearchField }));

const otherZone = 'other';

function choicesWith(other: string) {
  const label = other === '' ? 'Other…' : `Other: ${timeZoneLabel(other)}`;
  return [...commonTimeZones, { value: otherZone, label }] as const;
}

/** A short list of the most common zones, and behind "Other…" a search in all others. */
export function TimeZoneField({ currentTimeZone, value, onChange, error, ref, ...rest }: TimeZoneFieldProps) {
  const common = commonTimeZones.find((zone) => zone.value === value);
  // Also while the search has no result yet: the value is then the empty string.
  const isOther = !common;

  return (
    <>
      <Select
        {...rest}
        label="Time zone"
        description="Times on your pages and in our messages are told in it."
        options={choicesWith(isOther ? value : '')}
        value={isOther ? otherZone : common.value}
        onChange={(chosen) => onChange(chosen === otherZone ? '' : chosen)}
        {...(isOther ? {} : { error, ref })}
      />
      {isOther && (
        <Suspense fallback={<Skeleton className="h-80" />}>
          <ZoneSearch {...rest} {...{ error, ref, value, onChange, currentTimeZone }} />
        </Suspense>
      )}
    </>
  );
}
