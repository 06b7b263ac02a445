/** The IANA name of a time zone, with the case that Intl gives it; null for a name that Intl does not know and for offsets such as `+02:00`. */
export function canonicalTimeZone(name: string): string | null {
  if (name.length > 64 || !/^[a-z][a-z0-9_+/-]*$/i.test(name)) return null;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    // Intl returns Asia/Calcutta for Asia/Kolkata; people want back what they chose.
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
  } catch {
    return null;
  }
}
