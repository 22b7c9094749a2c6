/** Illustration of a training field: mown stripes, two flags and the dog's path between them. */
export function SendAwayField() {
  return (
    <svg viewBox="0 0 320 180" aria-hidden="true" className="block w-full" preserveAspectRatio="xMidYMid slice">
      <path fill="#cfdad6" d="M0 0h320v180H0z" />
      <path fill="#a9bbb4" d="M0 62q46-24 96-6t92-10 70 6 62-8v40H0z" />
      <path fill="#3f5a4b" d="M0 76q40-14 84-5t86-3 76 1 74-5v20H0z" />
      <path fill="#7d9a70" d="M0 80h320v100H0z" />
      <g fill="#8dab7e">
        <path d="M150 80h8L96 180H40zM172 80h8l84 100h-56zM116 80h10L-30 180h-90zM206 80h10l224 100h-90z" />
      </g>
      <path d="M164 90v90" stroke="#fff" strokeWidth="2" strokeLinecap="round" strokeDasharray=".1 7" />
      <g stroke="#fff" strokeWidth="2.5" strokeLinecap="round">
        <path d="M139 77v21M188 77v21" />
      </g>
      <path fill="#fff" d="M139 76l13 4.5-13 5zM188 76l13 4.5-13 5zM153 85a11 3.5 0 0 1 22 0z" />
    </svg>
  );
}
