interface RoomLineProps {
  used: number;
  /** Infinity if the plan has no limit. */
  limit: number;
  count: number;
}

/** How many more the plan can hold after these, shown before they are sent. */
export function RoomLine({ used, limit, count }: RoomLineProps) {
  const after = used + count;
  if (!Number.isFinite(limit)) return null;
  if (after <= limit)
    return (
      <p className="text-small text-ink-soft lining-nums">
        {after} of {limit} photos after these
      </p>
    );
  const room = Math.max(0, limit - used);
  return (
    <p role="status" className="max-w-measure text-small text-rose lining-nums">
      {room === 0
        ? 'Your plan has no room for another photo.'
        : `Your plan has room for ${room === 1 ? 'one more photo' : `${room} more photos`}: the first ${room === 1 ? 'one is' : `${room} are`} kept, the others are not.`}
    </p>
  );
}

/** Files that cannot be sent, named one by one. */
export function RefusedPhotos({ refused }: { refused: readonly { fileName: string; message: string }[] }) {
  if (refused.length === 0) return null;
  return (
    <div role="alert" className="mt-6 rounded-choice border border-rose bg-rose-wash p-4">
      <ul className="grid gap-1">
        {refused.map(({ fileName, message }) => (
          <li key={fileName} className="wrap-anywhere">
            <span className="font-semibold">{fileName}</span> is left out. {message}
          </li>
        ))}
      </ul>
    </div>
  );
}
