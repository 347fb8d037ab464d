const units = ['KB', 'MB', 'GB', 'TB'] as const;

/** `820 KB`, `4.2 MB`: as a file manager shows it. */
export function formatSize(bytes: number): string {
  let amount = bytes / 1000;
  let unit = 0;
  while (amount >= 1000 && unit < units.length - 1) {
    amount /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || amount >= 100 ? 0 : 1;
  return `${Math.max(amount, 1).toFixed(digits)} ${units[unit] ?? 'TB'}`;
}
