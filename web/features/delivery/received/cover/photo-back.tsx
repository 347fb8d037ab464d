/** Face down, with the faint lines of photographic paper. */
export function PhotoBack({ name }: { name: string }) {
  return (
    <div className="photo-back">
      <svg aria-hidden="true" viewBox="0 0 264 186">
        <rect className="paper-edge" x="0.5" y="0.5" width="263" height="185" rx="4" />
        {rows.map((y) => (
          <path key={y} className="paper-mark" d={`M12 ${y} ${waves}`} />
        ))}
      </svg>
      <span className="hand">{name}</span>
    </div>
  );
}

const rows = [30, 56, 82, 108, 134, 160];
const waves = 'q 15 -6 30 0 t 30 0 t 30 0 t 30 0 t 30 0 t 30 0 t 30 0 t 30 0';
