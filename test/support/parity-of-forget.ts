import { inSnakeCase } from '../../src/rest/snake-case.ts';
import type { RestServer } from './rest.ts';

// biome-ignore lint/suspicious/noExplicitAny: raw responses are compared.
type Json = any;

const COUNTS = '{ hits visits visitors pageviews events }';
const FORGET = `{ id state from to ${COUNTS.slice(2, -2)} progress createdBy createdAt finishedAt }`;

/** Returns the expected REST response for what a website forgets. */
function restForgetOf({ id, state, createdAt, ...given }: Json): Json {
  const times = { created_at: createdAt.replace('Z', '000Z') };
  return { ...(inSnakeCase(given) as Json), id: Number(id), state: state.toLowerCase(), ...times };
}

/** Returns it without what differs between two. */
function forgetOf({ id: _id, created_at: _at, ...rest }: Json): Json {
  return rest;
}

/** The rows of the parity test for what is forgotten, and for the audit log. */
export const FORGET_ROWS: Record<string, (rest: RestServer, id: number) => Promise<{ rest: Json; graphql: Json }>> = {
  'POST /websites/{id}/forget': async (rest, id) => {
    const input = { from: '2026-01-01', to: '2026-01-31', page: '/a' };
    const { body: dry } = await rest.call('POST', `/websites/${id}/forget`, { body: { ...input, dry_run: 1 } });
    const asked = 'input: { from: "2026-01-01", to: "2026-01-31", page: "/a" }';
    const { previewForget, forget } = (await rest.ask(
      `mutation { previewForget(website: ${id}, ${asked}) ${COUNTS.replace('}', 'days }')} forget(website: ${id}, ${asked}) ${FORGET} }`,
    )) as Json;
    const { body } = await rest.call('POST', `/websites/${id}/forget`, { body: { ...input, hits: dry.data.hits } });
    return { rest: [dry.data, forgetOf(body.data)], graphql: [{ ...previewForget }, forgetOf(restForgetOf(forget))] };
  },
  'GET /websites/{id}/forget': async (rest, id) => {
    await rest.call('POST', `/websites/${id}/forget`, { body: { from: '2026-01-01', to: '2026-01-31' } });
    const { website } = (await rest.ask(`{ website(id: ${id}) { forgets ${FORGET} } }`)) as Json;
    const { body } = await rest.call('GET', `/websites/${id}/forget`);
    return { rest: body.data, graphql: website.forgets.map(restForgetOf) };
  },
  'GET /websites/{id}/audit': async (rest, id) => {
    await rest.ask(`mutation { updateWebsite(id: ${id}, input: { excludeIps: ["192.0.2.9"] }) { id } }`);
    const { website } = (await rest.ask(`{ website(id: ${id}) { audit { id at by via action details } } }`)) as Json;
    const { body } = await rest.call('GET', `/websites/${id}/audit`);
    const graphql = website.audit.map(({ id: entry, at, by, via, action, details }: Json) => ({
      ...{ id: Number(entry), at: at.replace('Z', '000Z'), by, details },
      ...{ via: via.toLowerCase(), action: action.toLowerCase() },
    }));
    return { rest: body.data, graphql };
  },
};
