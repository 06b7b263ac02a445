/** The time zones that the browser knows, offered while typing in the field with this list. */
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
