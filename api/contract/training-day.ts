const FORMATS = new Map<string, Intl.DateTimeFormat>();

/** en-CA writes dates as ISO 8601 does. */
function dayIn(zone: string): Intl.DateTimeFormat {
  let format = FORMATS.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
    FORMATS.set(zone, format);
  }
  return format;
}

/**
 * The calendar day, YYYY-MM-DD, on which a session was trained where it was trained (design section 7, decision 21).
 * @param trainedAt ISO moment
 * @param zone IANA time zone
 */
export const trainingDay = (trainedAt: string, zone: string) => dayIn(zone).format(new Date(trainedAt));
