import { useState } from 'preact/hooks';

/** Where this browser keeps the ids of favourite websites, of whichever account; it names no person. */
const KEY = 'footfall-favourites';

/** Returns the ids of the account's favourite websites and a function that adds or removes one. */
export function useFavourites(): { readonly favourites: ReadonlySet<string>; readonly toggle: (id: string) => void } {
  const [favourites, setFavourites] = useState(read);
  const toggle = (id: string) => {
    // Another tab may have changed them meanwhile.
    const now = read();
    if (!now.delete(id)) now.add(id);
    try {
      localStorage.setItem(KEY, JSON.stringify([...now]));
    } catch {
      // The browser stores nothing for this page; the choice lasts until it is left.
    }
    setFavourites(now);
  };
  return { favourites, toggle };
}

function read(): Set<string> {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return new Set(Array.isArray(ids) ? ids.map(String) : []);
  } catch {
    return new Set();
  }
}

/** Returns the websites with the favourites first, both in the order given. */
export function favouritesFirst<Website extends { readonly id: string }>(
  websites: readonly Website[],
  favourites: ReadonlySet<string>,
): readonly Website[] {
  return websites.toSorted((one, other) => Number(favourites.has(other.id)) - Number(favourites.has(one.id)));
}
