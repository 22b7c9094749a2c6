export interface Age {
  years: number;
  months: number;
}

/**
 * Whole years and months from birthdate to today, both YYYY-MM-DD.
 * A dog born on the 31st turns a month older on the last day of a shorter month. Null before the birth.
 */
export function ageOn(today: string, birthdate: string): Age | null {
  const [year, month, day] = partsOf(today);
  const [birthYear, birthMonth, birthDay] = partsOf(birthdate);
  const lastOfMonth = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const reached = day >= Math.min(birthDay, lastOfMonth);
  const total = (year - birthYear) * 12 + (month - birthMonth) - (reached ? 0 : 1);
  return total < 0 ? null : { years: Math.floor(total / 12), months: total % 12 };
}

function partsOf(date: string): [number, number, number] {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return [year, month, day];
}
