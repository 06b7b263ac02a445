import { GraphiQL } from 'graphiql';
import { type ComponentProps, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import type { Example } from './examples.ts';

/* GraphiQL in the browser, bundled by build.ts; it sends requests only to the address of its own page. */

const tabs: Example[] = JSON.parse(document.getElementById('examples')?.textContent ?? '[]');

// A link can contain an operation, as links to a GraphQL endpoint do.
const link = new URLSearchParams(location.search);
const query = link.get('query');
if (query !== null) tabs.unshift({ query, variables: link.get('variables') ?? '' });

const fetcher: ComponentProps<typeof GraphiQL>['fetcher'] = async (params, options) => {
  const watches = /^\s*subscription\b/m.test(params.query);
  const response = await fetch(location.pathname, {
    method: 'POST',
    headers: {
      Accept: watches ? 'text/event-stream' : 'application/json',
      ...options?.headers,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(params),
  });
  const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream');
  return isStream && response.body ? answersOf(response.body) : response.json();
};

/** Returns the results of a subscription one by one; ends the subscription when the reader stops. */
async function* answersOf(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const events = (text + part.value).split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const data = /^data: (\{.*)$/m.exec(event)?.[1];
        if (data) yield JSON.parse(data);
      }
    }
  } finally {
    await reader.cancel();
  }
}

const root = document.getElementById('graphiql');
if (root)
  createRoot(root).render(createElement(GraphiQL, { fetcher, defaultTabs: tabs, defaultEditorToolsVisibility: true }));
