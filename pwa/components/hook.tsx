/** The snap hook at the top of the long line, once per log. */
export function Hook() {
  return (
    <svg
      viewBox="0 0 24 32"
      width="24"
      height="32"
      aria-hidden="true"
      className="long-line-hook"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.4"
    >
      <path d="M17 8.2v-.8a5 5 0 0 0-10 0v5.2a5 5 0 0 0 10 0v-2.2" />
      <path d="M12 17.8V32" />
    </svg>
  );
}
