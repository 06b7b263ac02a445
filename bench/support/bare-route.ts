import type { AddressInfo } from 'node:net';
import express from 'express';
import mysql2 from 'mysql2/promise';

/* The reference: a bare Express route that runs the same SQL through mysql2 and answers its rows as JSON. Prints its port. */
const [, , url = '', sql = ''] = process.argv;
const pool = mysql2.createPool({ uri: url, connectionLimit: 10 });
const app = express();
app.get('/stats', async (_request, response) => {
  const [rows] = await pool.query(sql);
  response.json(rows);
});
const server = app.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
