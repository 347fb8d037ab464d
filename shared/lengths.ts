/** '48 s', '10 min', '2 min 14 s'. Rounds down, as the running clock does. */
export function describeLength(seconds: number): string {
  const whole = Math.max(1, Math.floor(seconds));
  const minutes = Math.floor(whole / 60);
  const rest = whole % 60;
  return [minutes > 0 && `${minutes} min`, rest > 0 && `${rest} s`].filter(Boolean).join(' ');
}

/** '0:48', '12:05' */
export function clockFace(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** '1 second', '2 minutes', '2 minutes 14 seconds', as one would say it. Rounds like `describeLength`. */
export function spellLength(seconds: number): string {
  const whole = Math.max(1, Math.floor(seconds));
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60];
  return [
    minutes > 0 && `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`,
    rest > 0 && `${rest} ${rest === 1 ? 'second' : 'seconds'}`,
  ]
    .filter(Boolean)
    .join(' ');
}
