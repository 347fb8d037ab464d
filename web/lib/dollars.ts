/** `$20`, `$1,530`, `$6.99`: whole dollars without cents. */
export function sayDollars(amount: number): string {
  return `$${Number.isInteger(amount) ? amount.toLocaleString('en-US') : amount.toFixed(2)}`;
}
