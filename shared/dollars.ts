const whole = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});
const exact = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** `$20`, `$1,530`, `$6.99`: whole dollars without cents. */
export function formatDollars(amount: number): string {
  return (Number.isInteger(amount) ? whole : exact).format(amount);
}

/** `$20.00`, as on a bill. */
export function formatDollarsAndCents(amount: number): string {
  return exact.format(amount);
}

/** Sums are computed in cents, since fractions of dollars drift. */
export function centsOf(dollars: number): number {
  return Math.round(dollars * 100);
}
