import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import express from 'express';
import mysql2 from 'mysql2/promise';

/*
 * The reference: a bare Express route that runs the same SQL through mysql2 and answers its rows as JSON. Statements by
 * question come on standard input; prints its port.
 */
const questions = JSON.parse(await text(process.stdin)) as string[][];
const pool = mysql2.createPool({ uri: process.argv[2] ?? '', connectionLimit: 10 });
const app = express();
app.get('/stats/:question', async (request, response) => {
  const answers: unknown[] = [];
  for (const sql of questions[Number(request.params.question)] ?? []) answers.push((await pool.query(sql))[0]);
  response.json(answers);
});
const server = app.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
