/** What a source is, which decides the channel together with the medium of the link; `site` decides nothing. */
export type SourceKind = 'search' | 'social' | 'video' | 'shopping' | 'ai' | 'email' | 'display' | 'site';

/**
 * A source: its name, its hosts and the other names that `utm_source` may have for it. A host includes its subdomains,
 * `=host` only itself; `name.*` stands for every country's domain of that name. Ids of apps stand among the hosts.
 * Names are compared without case, blanks, `-` and `_`, and each may be followed by `ads`.
 */
export type SourceEntry = readonly [name: string, hosts: string, aliases?: string];
