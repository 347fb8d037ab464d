const units = ['KB', 'MB', 'GB', 'TB'] as const;

/** '820 KB', '4.2 MB'. Memory files count 1024 to the unit, as their size limit does; anything else counts 1000. */
export function formatSize(bytes: number, perUnit: 1000 | 1024 = 1000): string {
  let amount = bytes / perUnit;
  let unit = 0;
  while (amount >= 1000 && unit < units.length - 1) {
    amount /= perUnit;
    unit += 1;
  }
  const digits = unit === 0 || amount >= 100 ? 0 : 1;
  return `${Math.max(amount, 1).toFixed(digits)} ${units[unit] ?? 'TB'}`;
}
