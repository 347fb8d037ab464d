const announcedFrom = 20;

/** "287 / 5000" to see; a screen reader hears only the last few characters that are left. */
export function CharacterCount({ length, maxLength }: { length: number; maxLength: number }) {
  const left = maxLength - length;
  return (
    <div className="text-right text-small text-ink-soft tabular-nums lining-nums">
      <span aria-hidden="true" className={left <= 0 ? 'font-medium text-rose' : undefined}>
        {length} / {maxLength}
      </span>
      <span className="sr-only" aria-live="polite">
        {left <= announcedFrom && `${left} characters left of ${maxLength}`}
      </span>
    </div>
  );
}
