/** Returns what makes a value when it is first asked for, such as a format, which takes longer to make than to use. */
export function lazy<Made>(make: () => Made): () => Made {
  let made: { readonly value: Made } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
