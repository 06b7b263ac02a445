import { GraphiQL } from 'graphiql';
import { type ComponentProps, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import type { Example } from './examples.ts';

/* GraphiQL in the browser, bundled by build.ts; it speaks to the address its page came from and to no other. */

const tabs: Example[] = JSON.parse(document.getElementById('examples')?.textContent ?? '[]');

// A link may bring an operation of its own, as links to a GraphQL endpoint do.
const link = new URLSearchParams(location.search);
const query = link.get('query');
if (query !== null) tabs.unshift({ query, variables: link.get('variables') ?? '' });

const fetcher: ComponentProps<typeof GraphiQL>['fetcher'] = async (params, options) => {
  const response = await fetch(location.pathname, {
    method: 'POST',
    headers: { Accept: 'application/json', ...options?.headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(params),
  });
  return response.json();
};

const root = document.getElementById('graphiql');
if (root)
  createRoot(root).render(createElement(GraphiQL, { fetcher, defaultTabs: tabs, defaultEditorToolsVisibility: true }));
