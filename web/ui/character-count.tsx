const announcedFrom = 20;

/** Shows "287 / 5000". Screen readers announce only when few characters are left. */
export function CharacterCount({ length, maxLength }: { length: number; maxLength: number }) {
  const left = maxLength - length;
  return (
    <div className="text-right text-small text-ink-soft tabular-nums lining-nums">
      <span aria-hidden="true" className={left <= 0 ? 'font-medium text-rose' : undefined}>
        {length} / {maxLength}
      </span>
      <span className="sr-only" aria-live="polite">
        {left <= announcedFrom && describe(left, maxLength)}
      </span>
    </div>
  );
}

function describe(left: number, maxLength: number): string {
  const count = Math.abs(left);
  const characters = count === 1 ? 'character' : 'characters';
  if (left < 0) return `${count} ${characters} too many: ${maxLength} are possible`;
  return `${count} ${characters} left of ${maxLength}`;
}
