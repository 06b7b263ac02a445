import { inSnakeCase } from '../../src/rest/snake-case.ts';
import type { RestServer } from './rest.ts';

// biome-ignore lint/suspicious/noExplicitAny: raw responses are compared.
type Json = any;

const IMPORT =
  '{ id source version kind state dryRun files rows counted leftOut leftOutFor { reason rows } badRows { file line reason } from to error report { name } progress until ownFrom undoNote createdBy createdAt finishedAt }';

/** Sends a file; nobody works on the import. */
async function send(rest: RestServer, id: number, file: string): Promise<Json> {
  const body = `--b\r\nContent-Disposition: form-data; name="file"; filename="${file}"\r\n\r\n${file}\r\n--b\r\nContent-Disposition: form-data; name="source"\r\n\r\ncsv\r\n--b--\r\n`;
  const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
  return (await rest.call('POST', `/websites/${id}/imports`, { body, headers })).body.data;
}

/** Returns the expected REST import for a GraphQL import. */
function restImportOf({ id, source, kind, state, dryRun, createdAt, ...given }: Json): Json {
  return {
    ...(inSnakeCase(given) as Json),
    id: Number(id),
    source: source.toLowerCase(),
    kind: kind?.toLowerCase() ?? null,
    state: state.toLowerCase(),
    dry_run: Number(dryRun),
    left_out_for: {},
    created_at: createdAt.replace('Z', '000Z'),
  };
}

async function readOne(rest: RestServer, website: number, id: number): Promise<Json> {
  const found = (await rest.ask(`{ website(id: ${website}) { import(id: ${id}) ${IMPORT} } }`)) as Json;
  return restImportOf(found.website.import);
}

/** The rows of the parity test for imports. */
export const IMPORT_ROWS: Record<string, (rest: RestServer, id: number) => Promise<{ rest: Json; graphql: Json }>> = {
  'POST /websites/{id}/imports': async (rest, id) => {
    const made = await send(rest, id, 'made.csv');
    return { rest: made, graphql: await readOne(rest, id, made.id) };
  },
  'GET /websites/{id}/imports': async (rest, id) => {
    await send(rest, id, 'listed.csv');
    const { body } = await rest.call('GET', `/websites/${id}/imports`);
    const { website } = (await rest.ask(`{ website(id: ${id}) { imports ${IMPORT} } }`)) as Json;
    return { rest: body.data, graphql: website.imports.map(restImportOf) };
  },
  'GET /websites/{id}/imports/{import}': async (rest, id) => {
    const made = await send(rest, id, 'read.csv');
    const { body } = await rest.call('GET', `/websites/${id}/imports/${made.id}`);
    return { rest: body.data, graphql: await readOne(rest, id, made.id) };
  },
  'DELETE /websites/{id}/imports/{import}': async (rest, id) => {
    const [one, two] = [await send(rest, id, 'undone.csv'), await send(rest, id, 'undone.csv')];
    const { body } = await rest.call('DELETE', `/websites/${id}/imports/${one.id}`);
    const { undoImport } = (await rest.ask(`mutation { undoImport(id: ${two.id}) ${IMPORT} }`)) as Json;
    const same = { id: 0, created_at: '' };
    return { rest: { ...body.data, ...same }, graphql: { ...restImportOf(undoImport), ...same } };
  },
};
