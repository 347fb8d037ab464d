export function Envelope() {
  return (
    <svg aria-hidden="true" viewBox="0 0 460 286" className="w-[min(28.75rem,82vw)] overflow-visible">
      <rect x="1" y="1" width="458" height="284" rx="10" className="fill-card stroke-line-strong" />
      <path d="M4 8 L214 148 Q230 158 246 148 L456 8" className="fill-none stroke-line-strong" />
      <g className="thread-drawn">
        <path className="thread" d="M1 199 C 92 214, 150 128, 230 152 S 372 226, 459 196" />
      </g>
      <circle cx="230" cy="152" r="15" className="fill-gold-wash stroke-thread" strokeWidth="1.5" />
    </svg>
  );
}
