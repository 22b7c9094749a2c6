/** An empty long line: hook, slack line and dotted end. */
export function LooseEnd({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 240 56"
      aria-hidden="true"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="2.4"
      strokeLinecap="round"
    >
      <path strokeLinecap="butt" d="M27 12.6v-.8a5 5 0 0 0-10 0v5.2a5 5 0 0 0 10 0v-2" />
      <path d="M22 22.4v14.2c0 7.4 4.8 11.8 12 11.8h28c28 0 24-34 50-34 25 0 20 28 44 28.2" />
      <path d="M166 42.6h58" strokeDasharray="1 8" opacity=".75" />
    </svg>
  );
}
