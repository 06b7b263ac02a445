/**
 * Returns the IANA name of a time zone in the case that Intl uses; null for unknown names and for offsets such as
 * `+02:00`.
 */
export function canonicalTimeZone(name: string): string | null {
  if (name.length > 64 || !/^[a-z][a-z0-9_+/-]*$/i.test(name)) return null;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    // Intl returns Asia/Calcutta for Asia/Kolkata; users expect the name they chose.
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
  } catch {
    return null;
  }
}
