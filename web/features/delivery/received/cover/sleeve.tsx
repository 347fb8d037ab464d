/** A video lies in a sleeve, tied once round. */
export function Sleeve({ name }: { name: string }) {
  return (
    <div className="sleeve">
      <svg aria-hidden="true" viewBox="0 0 288 172" className="sleeve-film">
        <rect className="paper-edge" x="6" y="6" width="276" height="160" rx="6" />
        <path className="thread" d="M132 70 L162 86 L132 102 Z" />
      </svg>
      <svg aria-hidden="true" viewBox="0 0 288 172">
        <path
          className="paper-edge"
          d="M6 .5 H282 Q287.5 .5 287.5 6 V62 A26 26 0 0 0 287.5 110 V166 Q287.5 171.5 282 171.5 H6 Q.5 171.5 .5 166 V6 Q.5 .5 6 .5Z"
        />
        <path className="paper-mark" d="M12 .5 V171.5" />
        <path className="thread sleeve-tie" d="M144 0 C 139 60, 149 110, 144 172" />
      </svg>
      <span className="hand">{name}</span>
    </div>
  );
}
