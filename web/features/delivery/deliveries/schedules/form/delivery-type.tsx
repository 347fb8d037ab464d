import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { DeliveryType } from '../../../../../../shared/delivery/schedules.ts';
import { SegmentedControl } from '../../../../../ui/segmented-control.tsx';

type DeliveryChoice = DeliveryType | 'every_year';

const choices: readonly { value: DeliveryChoice; label: string }[] = [
  { value: 'scheduled', label: 'On a date' },
  { value: 'every_year', label: 'Every year' },
  { value: 'on_death', label: 'After my death' },
];

interface DeliveryTypeChoiceProps {
  value: DeliveryChoice;
  /** An existing schedule stays a single one. */
  isSingle?: boolean;
  onChange: (value: DeliveryChoice) => void;
}

/** On a date, every year, or after the owner's death. Every year has a separate form. */
export function DeliveryTypeChoice({ value, isSingle = false, onChange }: DeliveryTypeChoiceProps) {
  const place = useRef<HTMLDivElement>(null);
  const [wasSwitched] = useState(isSwitched);
  useEffect(() => {
    // Found by its value: what a link or a draft preselects may be chosen only after the first choice was shown.
    const chosen = place.current?.querySelector<HTMLElement>(`input[value="${value}"]`);
    const { activeElement, body } = document;
    const isFree = activeElement === body || place.current?.contains(activeElement);
    if (wasSwitched && isFree && chosen?.checkVisibility()) chosen.focus({ preventScroll: true });
  }, [value, wasSwitched]);
  return (
    <div ref={place}>
      <SegmentedControl
        label="Delivery type"
        isLabelHidden
        value={value}
        choices={isSingle ? choices.filter((choice) => choice.value !== 'every_year') : choices}
        onChange={onChange}
      />
    </div>
  );
}

/** Opens the form for the other type, in which this choice keeps the focus. */
export function useSwitchForm(): (path: string) => void {
  const [, navigate] = useLocation();
  return (path) => navigate(path, { state: { isSwitched: true } });
}

function isSwitched(): boolean {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'isSwitched' in state;
}
