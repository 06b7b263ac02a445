import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

/**
 * Returns the fields selected below a field as paths of field names (`rows`, `rows.visits`), including those in
 * fragments, ignoring directives.
 */
export function selectedPaths({ fieldNodes, fragments }: GraphQLResolveInfo): ReadonlySet<string> {
  const paths = new Set<string>();
  function collect(set: SelectionSetNode | undefined, above: string): void {
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.FIELD) {
        const path = `${above}${selection.name.value}`;
        paths.add(path);
        collect(selection.selectionSet, `${path}.`);
      } else {
        const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments[selection.name.value] : selection;
        collect(fragment?.selectionSet, above);
      }
    }
  }
  for (const { selectionSet } of fieldNodes) collect(selectionSet, '');
  return paths;
}
