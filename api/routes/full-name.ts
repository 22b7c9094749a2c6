/** A person's name as shown with what they made; empty if they have not given any. */
export const fullName = ({ firstName, lastName }: { firstName: string | null; lastName: string | null }) =>
  [firstName, lastName].filter(Boolean).join(' ');
