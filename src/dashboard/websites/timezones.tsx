/** The datalist of the time zones that the browser knows, for the field with this list id. */
export function TimezoneList({ id }: { readonly id: string }) {
  return (
    <datalist id={id}>
      {['UTC', ...Intl.supportedValuesOf('timeZone')].map(zone => (
        <option key={zone} value={zone} />
      ))}
    </datalist>
  );
}

export const ownTimezone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
