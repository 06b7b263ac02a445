import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, it } from 'vitest';
import { TIMEOUTS } from '../../src/http/server.ts';
import { onSqlite, type Place } from '../support/databases.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { mountSmallDisk } from '../support/small-disk.ts';

// biome-ignore lint/suspicious/noExplicitAny: raw responses are compared.
type Json = any;

const usual = { ...TIMEOUTS };
const BOUNDARY = 'a-line-between';
const HEAD = 'date,pageviews\n';

onSqlite('An upload', open => {
  let place: Place;
  let gateway: TestGateway;
  let path: string;
  beforeAll(async () => {
    place = await open();
    gateway = await startTestGateway(place, { IMPORT_MAX_MB: '1' });
    path = await importsPath(gateway);
  });
  afterEach(() => void Object.assign(TIMEOUTS, { upload: usual.upload }));
  afterAll(() => gateway.stop());

  async function importsPath({ graphql }: TestGateway): Promise<string> {
    const { createWebsite } = await graphql<{ createWebsite: { id: string } }>(
      'mutation { createWebsite(input: { domain: "site-1.example" }) { id } }',
    );
    return `/websites/${createWebsite.id}/imports`;
  }

  /** Begins a request whose body is sent piece by piece. */
  function begin(target: string, headers: Readonly<Record<string, string>>) {
    const socket = connect(gateway.port, '127.0.0.1');
    socket.on('error', () => undefined);
    const lines = Object.entries({ Host: 'x', Authorization: `Bearer ${gateway.key}`, ...headers });
    socket.write(
      `POST /api/v1${target} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
    );
    const answered = text(socket);
    answered.catch(() => undefined);
    return { socket, answered };
  }

  const part = (name: string, file: string) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="${file}"\r\n\r\n`;

  function beginUpload(more: Readonly<Record<string, string>> = {}) {
    return begin(path, {
      'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
      'Transfer-Encoding': 'chunked',
      Connection: 'close',
      ...more,
    });
  }

  const chunk = (socket: Socket, content: string) =>
    socket.write(`${Buffer.byteLength(content).toString(16)}\r\n${content}\r\n`);

  async function send(form: FormData) {
    const { status, body } = await gateway.rest(path, { method: 'POST', body: form });
    return { status, body: body as Json };
  }

  const formOf = (content: string | Blob, name = 'a.csv', field = 'file') => {
    const form = new FormData();
    form.append(field, typeof content === 'string' ? new Blob([content]) : content, name);
    return form;
  };

  /** Waits until no upload is left, which it never is once its end was noticed. */
  async function nothingLeft(): Promise<void> {
    for (const folder = join(place.dataDir, 'imports'); existsSync(folder); await sleep(20))
      if (!(await readdir(folder)).some(name => name.startsWith('upload-'))) return;
  }

  it('is asked for by a server that the client waits for', async () => {
    const { socket, answered } = beginUpload({ Expect: '100-continue' });
    await once(socket, 'data');
    chunk(socket, `${part('file', 'a.csv')}${HEAD}2026-01-01,1\n\r\n--${BOUNDARY}--\r\n`);
    socket.write('0\r\n\r\n');
    assert.match(await answered, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 202 /);
  });

  it('that stands still, or whose client goes away, leaves nothing', async () => {
    TIMEOUTS.upload = 30;
    const still = beginUpload();
    chunk(still.socket, part('file', 'half.csv') + HEAD);
    await still.answered;
    await nothingLeft();
    TIMEOUTS.upload = usual.upload;

    const leaving = beginUpload();
    chunk(leaving.socket, part('file', 'half.csv') + HEAD);
    while (!(await readdir(join(place.dataDir, 'imports'))).some(name => name.startsWith('upload-'))) await sleep(5);
    leaving.socket.destroy();
    await once(leaving.socket, 'close').catch(() => undefined);
    await nothingLeft();
  });

  it('that is too large is refused with the variable to raise, and leaves nothing', async () => {
    const large = new Blob([Buffer.alloc(1024 * 1024 + 1, 'a')]);
    const { status, body } = await send(formOf(large));
    assert.equal(status, 413);
    assert.deepEqual(Object.keys(body), ['message']);
    assert.match(body.message, /more than 1 MB .*IMPORT_MAX_MB\.$/);
    await nothingLeft();
    const { answered } = begin(path, {
      'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
      'Content-Length': String(2 ** 40),
      Connection: 'close',
    });
    assert.match(await answered, /^HTTP\/1\.1 413 /);
    await nothingLeft();
  });

  it('has names that are never paths', async () => {
    const { body } = await send(formOf(`${HEAD}2026-01-01,1\n`, '../../C:\\x\\..\\a\u202e\u0007b.csv'));
    assert.deepEqual(body.data.files, ['ab.csv']);
    assert.equal(existsSync(join(place.dataDir, 'ab.csv')), false);
  });

  it('is refused with a field or a name that does not exist, or half a body', async () => {
    for (const name of ['dryrun', '__proto__']) {
      const misspelt = formOf(HEAD);
      misspelt.set(name, '1');
      const { status, body } = await send(misspelt);
      assert.deepEqual([status, Object.keys(body.errors)], [422, [name]]);
    }
    assert.match((await send(formOf('{}', 'map.json', 'mapping'))).body.errors.mapping[0], /as the field file/);
    for (const text of ['export.zip', 'a'.repeat(70_000)]) {
      const asText = new FormData();
      asText.append('file', text);
      const { status, body } = await send(asText);
      assert.deepEqual([status, Object.keys(body.errors)], [422, ['file']]);
      assert.match(body.errors.file[0], /^The field file was sent as text, not as a file; .* -F file=@export\.zip\.$/);
    }
    const cut = beginUpload();
    chunk(cut.socket, part('file', 'cut.csv') + HEAD);
    cut.socket.write('0\r\n\r\n');
    assert.match(await cut.answered, /422 [\s\S]*The upload is damaged/);
    const none = beginUpload({ 'Content-Type': 'multipart/form-data' });
    assert.match(await none.answered, /422 [\s\S]*multipart\/form-data, with at least one/);
    await nothingLeft();
  });

  it('needs a key that may change the website, before anything is read', async () => {
    const { key } = await gateway.createKey('READ');
    const { answered } = beginUpload({ Authorization: `Bearer ${key}`, Expect: '100-continue' });
    assert.match(await answered, /^HTTP\/1\.1 403 /);
    const { answered: foreign } = begin('/websites/999/imports', { 'Content-Length': '99', Connection: 'close' });
    assert.match(await foreign, /^HTTP\/1\.1 404 /);
  });

  it('says that the disk is full, and leaves nothing', async context => {
    const disk = mountSmallDisk(1_024);
    if (!disk) return context.skip();
    const small = await startTestGateway({ ...place, dataDir: disk.folder }, { IMPORT_MAX_MB: '10' });
    try {
      const content = Buffer.alloc(2 * 1024 * 1024, 'a');
      const body = `${part('file', 'a.csv')}${content}\r\n--${BOUNDARY}--\r\n`;
      const headers = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };
      // A body in chunks has no length that could be refused at once.
      for (const sent of [{ body }, { body: new Blob([body]).stream(), duplex: 'half' }]) {
        const refused = await small.rest(path, { method: 'POST', headers, ...sent } as RequestInit);
        assert.equal(refused.status, 503);
        assert.match((refused.body as Json).message, /^The disk of DATA_DIR has too little room/);
        const left: string[] = await readdir(join(disk.folder, 'imports'));
        // The id of the machine, which may just be being written.
        assert.deepEqual(
          left.filter(name => !name.startsWith('machine')),
          [],
        );
      }
    } finally {
      await small.stop();
      disk.remove();
    }
  });
});
