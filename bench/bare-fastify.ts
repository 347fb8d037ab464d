/** The minimum cost of a request: Fastify without hooks, and one row read by primary key. */
import { fastify } from 'fastify';
import { Pool } from 'pg';

const { PORT, DATABASE_URL, USER_ID } = process.env;
const pool = new Pool({ connectionString: DATABASE_URL, max: 10 });
const app = fastify();

app.get('/', async () => ({ status: 'alive' }));
app.get('/me', async () => {
  const { rows } = await pool.query('select * from users where id = $1', [USER_ID]);
  return rows[0];
});

await app.listen({ port: Number(PORT), host: '127.0.0.1' });
