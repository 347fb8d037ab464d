import { Suspense, useRef, useState } from 'react';
import { commonTimeZones, timeZoneLabel } from '../../../../../shared/time-zones.ts';
import { haveSameHours } from '../../../../lib/dates.ts';
import { deviceTimeZone } from '../../../../lib/device.ts';
import { lazyComponent } from '../../../../lib/lazy.ts';
import { Button } from '../../../../ui/button.tsx';
import type { ValueField } from '../../../../ui/field.tsx';
import { Select } from '../../../../ui/select.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';

const ZoneSearch = lazyComponent(async () => (await import('./zone-search-field.tsx')).ZoneSearchField);

const otherZone = 'other';

interface TimeZoneFieldProps extends Omit<ValueField<HTMLElement>, 'label' | 'ref'> {
  ref?: ((control: HTMLElement | null) => void) | undefined;
}

/** A short list with the most common zones, the chosen one and the device's; "Other…" opens a search in all zones. */
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
      <DeviceZone chosen={value} onChoose={choose} />
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

/** Says that the device is set to a different zone, by which its owner may be counting the days, and offers it. */
function DeviceZone({ chosen, onChoose }: { chosen: string; onChoose: (timeZone: string) => void }) {
  const device = deviceTimeZone();
  if (haveSameHours(device, chosen, Date.now())) return null;
  const name = timeZoneLabel(device);
  return (
    <p className="col-span-full flex flex-wrap items-center gap-x-3 text-small text-ink-soft">
      <span>This device is set to {name} time.</span>
      <Button variant="text" size="small" onPress={() => onChoose(device)}>
        Use {name}
      </Button>
    </p>
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
