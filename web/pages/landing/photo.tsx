/** A photograph as it might lie in a drawer: an evening at the sea, somebody holding a child by the hand. */
export function Photo() {
  return (
    <svg viewBox="0 0 200 150" aria-hidden="true" className="block w-full rounded-[2px]">
      <rect width="200" height="150" fill="#E7D3AE" />
      <circle cx="146" cy="56" r="18" fill="#F6EBCF" />
      <path d="M0 98C34 87 66 93 102 90S168 80 200 87V150H0Z" fill="#8FA79A" />
      <path d="M0 113C46 105 84 117 122 109S174 105 200 111V150H0Z" fill="#5E7C70" />
      <path d="M0 133C58 123 112 137 200 127V150H0Z" fill="#D9C08F" />
      <g fill="none" stroke="#2F4A43" strokeLinecap="round">
        <path d="M60 128v-18m0 3l-5 8m5-8l6 7" strokeWidth="2.4" />
        <path d="M75 128v-11m0 2l-4 6m4-6l5 5" strokeWidth="2.1" />
      </g>
      <circle cx="60" cy="105.5" r="3.6" fill="#2F4A43" />
      <circle cx="75" cy="113" r="2.9" fill="#2F4A43" />
    </svg>
  );
}
