import { lazy, Suspense, useRef, useState } from 'react';
import { commonTimeZones, timeZoneLabel } from '../../../../../shared/time-zones.ts';
import type { ValueField } from '../../../../ui/field.tsx';
import { Select } from '../../../../ui/select.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';

const ZoneSearch = lazy(async () => ({ default: (await import('./zone-search-field.tsx')).ZoneSearchField }));

const otherZone = 'other';

interface TimeZoneFieldProps extends Omit<ValueField<HTMLElement>, 'label' | 'ref'> {
  ref?: ((control: HTMLElement | null) => void) | undefined;
}

/** A short list of the most common zones and the one that is chosen; "Other…" opens a search in all zones. */
export function TimeZoneField({ value, onChange, ref, ...rest }: TimeZoneFieldProps) {
  const [isSearching, setSearching] = useState(false);
  const select = useRef<HTMLSelectElement>(null);

  function choose(chosen: string) {
    setSearching(chosen === otherZone);
    if (chosen !== otherZone) onChange(chosen);
  }

  return (
    <>
      <Select
        {...rest}
        label="Time zone"
        options={choicesWith(value)}
        value={value}
        onChange={choose}
        ref={(control) => {
          select.current = control;
          ref?.(control);
        }}
      />
      {isSearching && (
        <Suspense fallback={<Skeleton className="col-span-full h-80" />}>
          <ZoneSearch
            value={value}
            onChange={(found) => {
              choose(found);
              select.current?.focus();
            }}
          />
        </Suspense>
      )}
    </>
  );
}

function choicesWith(value: string) {
  const isCommon = commonTimeZones.some((zone) => zone.value === value);
  return [
    ...commonTimeZones,
    ...(isCommon ? [] : [{ value, label: timeZoneLabel(value) }]),
    { value: otherZone, label: 'Other…' },
  ];
}
