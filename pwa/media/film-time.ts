const two = (part: number) => String(part).padStart(2, '0');

/** '0:25.10', '1:02:07.45': a moment of a film, from seconds. */
export function formatFilmTime(seconds: number): string {
  const hundredths = Math.round(seconds * 100);
  const whole = Math.floor(hundredths / 100);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = `${two(whole % 60)}.${two(hundredths % 100)}`;
  return hours ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}
