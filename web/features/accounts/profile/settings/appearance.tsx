import { useState } from 'react';
import { getTheme, setTheme, type Theme } from '../../../../lib/theme.ts';
import { SegmentedControl } from '../../../../ui/segmented-control.tsx';

export function Appearance() {
  const [theme, showTheme] = useState(getTheme);

  function choose(next: Theme) {
    setTheme(next);
    showTheme(next);
  }

  return (
    <SegmentedControl<Theme>
      label="Appearance"
      isLabelHidden
      className="max-w-100"
      value={theme}
      onChange={choose}
      choices={[
        { value: 'system', label: 'System' },
        { value: 'light', label: 'Light' },
        { value: 'dark', label: 'Dark' },
      ]}
    />
  );
}
