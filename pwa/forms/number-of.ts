/** Trainers outside England type a decimal comma. NaN for '1,000', which may be meant as a thousand or as one. */
export function numberOf(text: string): number | null {
  const typed = text.trim();
  if (typed === '') return null;
  return /,\d{3}$/.test(typed) ? Number.NaN : Number(typed.replace(',', '.'));
}
