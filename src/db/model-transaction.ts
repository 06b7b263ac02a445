import type { Sequelize } from 'sequelize';
import { Transaction } from 'sequelize';

/**
 * Runs `work` with a transaction that Sequelize's models accept and that the dialect itself begins and ends on
 * `connection`. A model that receives it after its end, from code that was not awaited, throws instead of writing
 * outside a transaction.
 */
export async function withModelTransaction<T>(
  sequelize: Sequelize,
  connection: unknown,
  work: (models: Transaction) => Promise<T>,
): Promise<T> {
  const models = Object.assign(new Transaction(sequelize, {}), { connection });
  try {
    return await work(models);
  } finally {
    Object.assign(models, { finished: 'ended' });
  }
}
