import type { AddressInfo } from 'node:net';
import express from 'express';
import mysql2 from 'mysql2/promise';

/* The reference: a bare Express route that runs the same SQL through mysql2 and answers its rows as JSON. Prints its port. */
const [, , url = '', given = '[]'] = process.argv;
const statements = JSON.parse(given) as string[];
const pool = mysql2.createPool({ uri: url, connectionLimit: 10 });
const app = express();
app.get('/stats', async (_request, response) => {
  const answers: unknown[] = [];
  for (const sql of statements) answers.push((await pool.query(sql))[0]);
  response.json(answers);
});
const server = app.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
