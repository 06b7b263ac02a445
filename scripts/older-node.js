/* The functions that the sources use and Node 20 lacks, because the package also runs there. */

URL.parse ??= (url, base) => {
  try {
    return new URL(url, base);
  } catch {
    return null;
  }
};

Map.groupBy ??= (items, keyOf) => {
  const groups = new Map();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index);
    index += 1;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
};

Promise.withResolvers ??= () => {
  let given;
  const promise = new Promise((resolve, reject) => {
    given = { resolve, reject };
  });
  return { promise, ...given };
};
